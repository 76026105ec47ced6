/** Builds the service worker as /sw.js, with the version and the files of the client that it stores in its first line. */

import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const ENTRY = "serviceWorker";
/** The screens that can be read without a network. */
const READABLE = ["RulesScreen", "LearnScreen", "LessonScreen", "PuzzlesScreen", "PuzzleScreen", "TableScreen", "OfflinePage"];
/** Texts that only other screens show. */
const OTHER_TEXTS = /\/messages\/\w+\/(?!index|learning)\w+\.ts$/;

/** Whether a part that is loaded on demand belongs to a readable screen: data, texts and games, not further screens. */
function isReadable({ name, facadeModuleId }: Chunk): boolean {
  const module = facadeModuleId ?? "";
  return READABLE.includes(name) || !(module.endsWith(".svelte") || OTHER_TEXTS.test(module));
}

/** The files that the page and the readable screens need. */
function storedFiles(bundle: Bundle): Set<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== "chunk") return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const each of chunk.imports) visit(each);
    for (const each of chunk.dynamicImports) {
      const part = bundle[each];
      if (part?.type === "chunk" && isReadable(part)) visit(each);
    }
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === "chunk" && chunk.isEntry && chunk.name !== ENTRY) visit(chunk.fileName);
  return files;
}

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
        const names = [...storedFiles(bundle), ...readdirSync(publicFolder)];
        const files = names.sort().map((name) => `/${name}`);
        const version = createHash("sha256").update(Object.keys(bundle).sort().join()).update(chunk.code).digest("hex").slice(0, 12);
        chunk.code = `self.kontorVersion=${JSON.stringify(version)};self.kontorFiles=${JSON.stringify(files)};\n${chunk.code}`;
      },
    },
  };
}
