import { format } from "node:util";

/** Of tests of components, by their beginnings. */
const known = [
  // A dialog whose content is still loading has nothing to focus yet.
  "[@mantine/hooks/use-focus-trap] Failed to find focusable element",
  // The simulated browser doesn't know the element.
  "The tag <search> is unrecognized in this browser.",
];
const unexpected: string[] = [];

/** Records what is printed as a warning or an error. An object after the message may be a whole document. */
export function watchWarnings() {
  for (const kind of ["warn", "error"] as const) {
    console[kind] = (message: unknown, ...rest: unknown[]) => {
      const text = format(message, ...rest.map((one) => (typeof one === "object" ? "…" : one)));
      if (!known.some((start) => text.startsWith(start))) {
        unexpected.push(`console.${kind}: ${text}`);
      }
    };
  }
}

/** The unexpected warnings since the last call. */
export function takeUnexpectedWarnings() {
  return unexpected.splice(0);
}
