/** Builds the service worker as /sw.js, with the version and the files of the client in its first line. */

import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { Plugin } from "vite";

const ENTRY = "serviceWorker";
const NOT_STORED = /\.map$|^sw\.js$|\.html$/;

/** A Vite plugin that completes the service worker once all files of the client are known. */
export function serviceWorker(publicFolder: string): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunk = Object.values(bundle).find((each) => each.type === "chunk" && each.name === ENTRY);
        if (chunk?.type !== "chunk") return;
        if (chunk.imports.length > 0) throw new Error(`The service worker must be one file, and imports ${chunk.imports.join(", ")}.`);
        const names = [...Object.keys(bundle), ...readdirSync(publicFolder)].filter((name) => name !== chunk.fileName && !NOT_STORED.test(name));
        const files = names.sort().map((name) => `/${name}`);
        const version = createHash("sha256").update(files.join()).update(chunk.code).digest("hex").slice(0, 12);
        chunk.code = `self.kontorVersion=${JSON.stringify(version)};self.kontorFiles=${JSON.stringify(files)};\n${chunk.code}`;
      },
    },
  };
}
