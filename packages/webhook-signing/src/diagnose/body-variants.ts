import { decodeBase64 } from "../base64.ts";
import { latin1Text, undoLatin1, utf8Text } from "./charset.ts";
import { inEnvelopeOrder, otherNotations, otherNumbers } from "./json-notations.ts";
import type { Clue, DiagnosisReason } from "./reasons.ts";

/** Bytes that may have been signed, with the changes that made them the body that was seen. */
export type BodyVariant = { bytes: Uint8Array<ArrayBuffer>; clues: Clue[] };

type Text = { text: string; clues: Clue[] };
type Undo = (text: string) => (string | undefined | { text: string; detail: string })[];
type Undoing = [reason: DiagnosisReason, undo: Undo][];

/** For each change to a body, the texts from which it may have made this one. */
const undoing: Undoing = [
  ["newline_trimmed", (text) => [`${text}\n`, `${text}\r\n`]],
  ["newline_added", (text) => [text.replace(/\r?\n$/, "")]],
  ["bom_added", (text) => [text.replace(/^\ufeff/, "")]],
  ["bom_removed", (text) => [`\ufeff${text}`]],
  ["whitespace_added", (text) => [text.trim()]],
  ["line_endings_changed", (text) => [text.replace(/\r\n?/g, "\n"), text.replace(/\r?\n/g, "\r\n")]],
  ["wrong_charset", (text) => [undoLatin1(text)]],
  ["body_base64", (text) => [undoBase64(text)]],
  ["body_quoted", (text) => [undoQuotes(text)]],
  ["body_url_encoded", (text) => [undoUrlEncoding(text)]],
  ["body_reserialized", otherNotations],
  ["keys_reordered", (text) => [inEnvelopeOrder(text)]],
];
/** Too many to be undone together with another change. */
const undoingAlone: Undoing = [["body_reserialized", otherNumbers]];

/** The body as it was seen, then what it was before one change, then before two. */
export function bodyVariants(body: Uint8Array<ArrayBuffer>, maxChanges: 0 | 1 | 2): BodyVariant[] {
  const asSeen: BodyVariant = { bytes: body, clues: [] };
  if (maxChanges === 0) {
    return [asSeen];
  }
  const text = utf8Text(body);
  const seen = new Set([text]);
  const before = (after: Text, changes = undoing): Text[] =>
    changes.flatMap(([reason, undo]) =>
      undo(after.text).flatMap((undone) => {
        const { text: earlier, detail } = typeof undone === "object" ? undone : { text: undone };
        if (earlier === undefined || earlier === "" || seen.has(earlier)) {
          return [];
        }
        seen.add(earlier);
        const clue: Clue = { reason, certainty: "proven", ...(detail ? { detail } : {}) };
        return { text: earlier, clues: [...after.clues, clue] };
      }),
    );
  const once =
    text === undefined
      ? [{ text: latin1Text(body), clues: [{ reason: "wrong_charset", certainty: "proven" } as const] }]
      : before({ text, clues: [] });
  const all =
    maxChanges === 2
      ? [...once, ...once.flatMap((one) => before(one))]
      : [...once, ...(text === undefined ? [] : before({ text, clues: [] }, undoingAlone))];
  const encoder = new TextEncoder();
  return [asSeen, ...all.map(({ text: earlier, clues }) => ({ bytes: encoder.encode(earlier), clues }))];
}

function undoBase64(text: string): string | undefined {
  const bytes = decodeBase64(text.trim());
  return bytes && utf8Text(bytes);
}

function undoQuotes(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function undoUrlEncoding(text: string): string | undefined {
  try {
    return text.includes("%") ? decodeURIComponent(text.replaceAll("+", " ")) : undefined;
  } catch {
    return undefined;
  }
}
