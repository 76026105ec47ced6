import type { GameManifest } from "../manifest";

export const manifest: GameManifest = { order: 2, icon: "ship" };
