import { normalizeOwner, normalizeValue, recordTypes } from "@zonepost/zone-file";
import { toASCII } from "punycode/punycode.js";

type Read = { ok: true; value: string } | { ok: false; message: string };

const isPlainAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

function asciiName(name: string): string {
  try {
    return isPlainAscii(name) ? name : toASCII(name.toLowerCase());
  } catch {
    return name;
  }
}

/** The name of records, relative to the zone. A name that ends with the zone's is meant in full, without a final dot too. */
export function readOwner(typed: string, zoneName: string): Read {
  const name = asciiName(typed.trim());
  const folded = name.toLowerCase();
  const isFull = folded === zoneName || folded.endsWith(`.${zoneName}`);
  const owner = normalizeOwner(isFull ? `${name}.` : name || "@", zoneName);
  return owner.ok ? { ok: true, value: owner.name } : owner;
}

/** The name in full: `www` of example.com is www.example.com. */
export const fullName = (name: string, zoneName: string): string =>
  name === "@" ? zoneName : `${name}.${zoneName}`;

/** A word, or a text in quotation marks. */
const token = /"(?:[^"\\]|\\.)*"?|\S+/gs;

/** A host with a dot and without a final one is meant in full, as everywhere but in a zone file. */
function completeHost(host: string): string {
  const name = asciiName(host);
  return name.includes(".") && !name.endsWith(".") ? `${name}.` : name;
}

/** Adds the final dot to the names in a value. */
export function completeHosts(type: string, value: string): string {
  const fields = recordTypes[type]?.fields ?? [];
  const tokens = value.match(token) ?? [];
  if (tokens[0] === "\\#" || !fields.some(({ kind }) => kind === "domainName" || kind === "domainNames")) {
    return value;
  }
  return tokens
    .map((word, index) => {
      const kind = fields[Math.min(index, fields.length - 1)]?.kind;
      return kind === "domainName" || kind === "domainNames" ? completeHost(word) : word;
    })
    .join(" ");
}

const isText = (type: string) => type === "TXT" || type === "SPF";

/** A text without quotation marks is one text: in a zone file, each of its words would be a string of its own. */
const quoted = (text: string) =>
  text.startsWith('"') ? text : `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;

/** The canonical form of a value as people type it. */
export function readValue(type: string, typed: string, zoneName: string): Read {
  const value = isText(type) ? quoted(typed.trim()) : completeHosts(type, typed.trim());
  const read = normalizeValue(type, value, zoneName, { splitLongStrings: isText(type) });
  return read.ok ? { ok: true, value: read.value } : { ok: false, message: read.message };
}

/** A canonical value as people edit it: a text without quotation marks, if it comes out of `readValue` as it was. */
export function editableValue(type: string, value: string): string {
  if (!isText(type)) {
    return value;
  }
  const strings = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = ""]) => text);
  const text = strings.join("");
  const plain = text.replace(/\\([\\"])/g, "$1");
  const isReadable =
    !/\\\d{3}/.test(text) && plain.trim() === plain && plain !== "" && !plain.startsWith('"');
  if (!isReadable) {
    return value;
  }
  const read = readValue(type, plain, "");
  return read.ok && read.value === value ? plain : value;
}
