import { format } from "node:util";

const known = [
  // Of components: a dialog whose content is still loading has nothing to focus yet.
  /^\[@mantine\/hooks\/use-focus-trap\] Failed to find focusable element/,
  // The simulated browser doesn't know the element.
  /^The tag <search> is unrecognized in this browser\./,
  // A timer ended between two steps of a test, as on a busy machine.
  /^An update to \S+ inside a test was not wrapped in act/,
  // The same for code that is loaded when it is first needed.
  /^A suspended resource finished loading inside a test/,
  // The HTTP server prints it when a download is broken off, so that its end can't be taken for the whole.
  /^Error: the download of \S+ was interrupted/,
];
const unexpected: string[] = [];

/** Records what is printed as a warning or an error. An object after the message may be a whole document. */
export function watchWarnings() {
  for (const kind of ["warn", "error"] as const) {
    console[kind] = (message: unknown, ...rest: unknown[]) => {
      const text = format(message, ...rest.map((one) => (typeof one === "object" ? "…" : one)));
      if (!known.some((pattern) => pattern.test(text))) {
        unexpected.push(`console.${kind}: ${text}`);
      }
    };
  }
}

/** The unexpected warnings since the last call. */
export function takeUnexpectedWarnings() {
  return unexpected.splice(0);
}
