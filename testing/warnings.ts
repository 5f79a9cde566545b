import { format } from "node:util";

/** Warnings that this test may print, by their beginnings. */
const expected: string[] = [];
const unexpected: string[] = [];

/** Lets the test print warnings or errors that begin with `start`. */
export function expectWarning(start: string) {
  expected.push(start);
}

/** Records what is printed as a warning or an error. An object after the message may be a whole document. */
export function watchWarnings() {
  for (const kind of ["warn", "error"] as const) {
    console[kind] = (message: unknown, ...rest: unknown[]) => {
      const text = format(message, ...rest.map((one) => (typeof one === "object" ? "…" : one)));
      if (!expected.some((start) => text.startsWith(start))) {
        unexpected.push(`console.${kind}: ${text}`);
      }
    };
  }
}

/** The unexpected warnings since the last call. Later ones must be expected again. */
export function takeUnexpectedWarnings() {
  expected.length = 0;
  return unexpected.splice(0);
}
