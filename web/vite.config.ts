import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { ledger } from "./tools/ledger.ts";

export default defineConfig({
  plugins: [svelte(), ledger()],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/kontor/server/client",
    emptyOutDir: true,
    target: "es2022",
  },
  server: { host: "127.0.0.1", fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8137", ws: true } } },
  test: { environment: "jsdom", testTimeout: 30_000, include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
});
