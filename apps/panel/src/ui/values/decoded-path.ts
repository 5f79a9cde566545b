/** A path, or a part of one, without its percent signs; undefined if they don't encode text, as in a link that was cut. */
export function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
