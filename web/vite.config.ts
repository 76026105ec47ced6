import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { rules } from "./tools/rulesPlugin.ts";
import { serviceWorker } from "./tools/serviceWorkerPlugin.ts";

export default defineConfig({
  plugins: [svelte(), rules(), serviceWorker("public")],
  build: {
    outDir: "../src/kontor/server/client",
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { index: "index.html", serviceWorker: "src/worker/serviceWorker.ts" },
      output: { entryFileNames: ({ name }) => (name === "serviceWorker" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { host: "127.0.0.1", fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8137", ws: true } } },
});
