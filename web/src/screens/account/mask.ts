/** E-mail addresses as they are shown: only the beginning and the domain. */

const SHOWN = 2;

/** An address with most of its first part hidden, such as `an…@example.org`. */
export function masked(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(SHOWN, at - 1))}…${address.slice(at)}`;
}
