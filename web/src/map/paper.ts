/** The paper texture of a map, rendered once per size and theme to a bitmap. */

import type { Theme } from "../theme/settings.svelte";

const textures = new Map<string, Promise<string | undefined>>();

function drawing(width: number, height: number, theme: Theme): string {
  const [red, green, blue] = theme === "light" ? [0.35, 0.24, 0.08] : [0.02, 0.02, 0.02];
  const stain = `0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue}`;
  const whole = `width="${width}" height="${height}"`;
  const noise = (id: string, frequency: string, octaves: number, seed: number, alpha: string): string =>
    `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" ` +
    `baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/>` +
    `<feColorMatrix type="matrix" values="${stain} ${alpha}"/></filter>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${whole}>` +
    noise("blotches", ".02 .027", 4, 7, "0 0 0 1.6 -.62") +
    noise("laid", ".05 .6", 2, 3, "0 0 0 .9 -.42") +
    `<rect ${whole} filter="url(#blotches)"/><rect ${whole} filter="url(#laid)" opacity=".3"/></svg>`
  );
}

/** The resolution of the texture relative to the map. */
const RESOLUTION = 0.6;

async function rendered(fullWidth: number, fullHeight: number, theme: Theme): Promise<string | undefined> {
  const [width, height] = [Math.round(fullWidth * RESOLUTION), Math.round(fullHeight * RESOLUTION)];
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing(width, height, theme))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ? URL.createObjectURL(blob) : undefined), "image/webp", 0.8),
  );
}

/** The URL of the texture. */
export function paperFor(width: number, height: number, theme: Theme): Promise<string | undefined> {
  const key = `${width}x${height} ${theme}`;
  const made = textures.get(key) ?? rendered(width, height, theme);
  textures.set(key, made);
  return made;
}
