/** Pictures and texts of a moment to share: downloads, and the rasterizing of a drawing. */

import type { Palette } from "../../theme/playerColours";
import type { Theme } from "../../theme/settings.svelte";

const PNG_WIDTH = 2000;

/** A moment as a viewer sees it. */
export interface SharedMoment {
  readonly table: string;
  readonly number: number;
  readonly seat: number | undefined;
}

function addressOf({ table, number, seat }: SharedMoment, file: string, options: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...options, ...(seat === undefined ? {} : { seat: String(seat) }) }).toString();
  return `/api/tables/${table}/at/${number}/${file}${query ? `?${query}` : ""}`;
}

async function textFrom(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(((await answer.json().catch(() => ({}))) as { sentence?: string }).sentence ?? answer.statusText);
  return answer.text();
}

/** The map of a moment as an SVG document. */
export function svgOf(moment: SharedMoment, theme: Theme, palette: Palette): Promise<string> {
  return textFrom(addressOf(moment, "picture.svg", { theme, palette }));
}

/** The position of a moment as a line of text. */
export async function positionText(moment: SharedMoment): Promise<string> {
  return (await textFrom(addressOf(moment, "position.txt"))).trim();
}

/** An SVG document as a PNG file, drawn by the browser. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PNG_WIDTH;
    canvas.height = Math.round((PNG_WIDTH * picture.naturalHeight) / picture.naturalWidth);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Let the browser save a file. */
export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
