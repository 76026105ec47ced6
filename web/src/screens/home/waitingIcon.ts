/** The title and the icon of the page with the number of games that wait for the reader. */

const PLAIN = "/icon.svg";
const SIZE = 64;

function link(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>('link[rel="icon"]');
}

/** Draw the icon of the page with a number. */
async function withNumber(count: number): Promise<string> {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const picture = canvas.getContext("2d");
  const icon = Object.assign(new Image(), { src: PLAIN });
  await icon.decode();
  if (!picture) return PLAIN;
  picture.drawImage(icon, 0, 0, SIZE, SIZE);
  picture.fillStyle = "#f0b429";
  picture.beginPath();
  picture.arc(SIZE * 0.7, SIZE * 0.3, SIZE * 0.29, 0, 2 * Math.PI);
  picture.fill();
  picture.fillStyle = "#2a211a";
  picture.font = `700 ${SIZE * 0.46}px sans-serif`;
  picture.textAlign = "center";
  picture.fillText(count > 9 ? "9+" : String(count), SIZE * 0.7, SIZE * 0.46, SIZE * 0.5);
  return canvas.toDataURL();
}

/** Show how many games wait in the title and the icon; the returned function shows the plain icon again. */
export function showWaiting(count: number, name: string): () => void {
  document.title = count > 0 ? `(${count}) ${name}` : name;
  let shown = true;
  if (count > 0) {
    void withNumber(count)
      .then((address) => shown && link()?.setAttribute("href", address))
      .catch(() => undefined);
  }
  return () => {
    shown = false;
    link()?.setAttribute("href", PLAIN);
  };
}
