import { RecordError } from "./record-error.ts";
import { printOctet, readEscape } from "./text.ts";
import type { Token } from "./tokens.ts";

/** A name's labels from left to right, each a list of octets in lower case, without the root. */
export type Labels = readonly (readonly number[])[];

const isUpper = (octet: number) => octet >= 0x41 && octet <= 0x5a;

/** Reads a name in presentation form. A relative one is completed with `origin`; `@` is the origin. */
export function parseName(raw: string, origin: Labels, token?: Token): Labels {
  if (raw === "@") {
    return origin;
  }
  if (raw === ".") {
    return [];
  }
  const labels: number[][] = [];
  let label: number[] = [];
  let isAbsolute = false;
  for (let index = 0; index < raw.length; ) {
    const code = raw.charCodeAt(index);
    if (code === 0x2e) {
      if (label.length === 0) {
        throw new RecordError("empty_label", "The name has an empty label.", token);
      }
      labels.push(label);
      label = [];
      isAbsolute = index === raw.length - 1;
      index++;
      continue;
    }
    if (code === 0x22) {
      throw new RecordError(
        "quotation_mark",
        "A name can't have a quotation mark without a backslash.",
        token,
      );
    }
    if (code <= 0x20 || code === 0x7f) {
      throw new RecordError(
        "control_character",
        "Write spaces and control characters in a name as \\DDD.",
        token,
      );
    }
    if (code > 0x7e) {
      throw new RecordError(
        "not_ascii",
        "Enter an internationalized name in its ASCII form, such as xn--bcher-kva.",
        token,
      );
    }
    const { octet, length } = code === 0x5c ? readEscape(raw, index, token) : { octet: code, length: 1 };
    label.push(isUpper(octet) ? octet + 0x20 : octet);
    index += length;
  }
  if (label.length > 0) {
    labels.push(label);
  } else if (!isAbsolute) {
    throw new RecordError("empty_label", "The name is empty.", token);
  }
  const whole = isAbsolute ? labels : [...labels, ...origin];
  if (labels.some((each) => each.length > 63)) {
    throw new RecordError("label_length", "The name has a label that is longer than 63 octets.", token);
  }
  if (wireLength(whole) > 255) {
    throw new RecordError("name_length", "The name is longer than 255 octets.", token);
  }
  return whole;
}

/** An absolute name, with or without a final dot. */
export function parseAbsolute(name: string): Labels {
  return name === "" ? [] : parseName(name, []);
}

function wireLength(labels: Labels): number {
  return labels.reduce((length, label) => length + label.length + 1, 1);
}

export function wireOf(labels: Labels): number[] {
  return [...labels.flatMap((label) => [label.length, ...label]), 0];
}

/** Knot refuses other marks than these without a backslash. */
const markToEscape = /[^a-z0-9*/_-]/;

const printLabel = (label: readonly number[]) =>
  label.map((octet) => printOctet(octet, (char) => markToEscape.test(char))).join("");

/** With a final dot; the root is `.`. */
export function printAbsolute(labels: Labels): string {
  return labels.length === 0 ? "." : `${labels.map(printLabel).join(".")}.`;
}

export function isWithin(labels: Labels, origin: Labels): boolean {
  const offset = labels.length - origin.length;
  return offset >= 0 && origin.every((label, index) => isSameLabel(label, labels[offset + index] ?? []));
}

function isSameLabel(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((octet, index) => octet === other[index]);
}

/** Relative to the zone, which the name must be in: `@` for the apex. */
export function printRelative(labels: Labels, origin: Labels): string {
  const own = labels.slice(0, labels.length - origin.length);
  return own.length === 0 ? "@" : own.map(printLabel).join(".");
}

/**
 * Reads an owner name: `@`, relative to the zone, or absolute with a final dot.
 *
 * @returns the name relative to the zone in lower case, or a message if it isn't a name in the zone.
 */
export function normalizeOwner(
  name: string,
  origin: string,
): { ok: true; name: string } | { ok: false; message: string } {
  try {
    const zone = parseAbsolute(origin);
    if (/[();]/.test(name.replaceAll(/\\./gs, ""))) {
      return { ok: false, message: "Put a backslash before parentheses and semicolons in a name." };
    }
    const labels = parseName(name, zone);
    if (!isWithin(labels, zone)) {
      return { ok: false, message: "The name is outside the zone." };
    }
    return { ok: true, name: printRelative(labels, zone) };
  } catch (error) {
    if (error instanceof RecordError) {
      return { ok: false, message: error.message };
    }
    throw error;
  }
}

/**
 * The wire form of an absolute name, in lower case and without compression (RFC 1035 section 3.1).
 *
 * @throws RangeError if it isn't a domain name.
 */
export function wireName(name: string): Uint8Array {
  try {
    return Uint8Array.from(wireOf(parseAbsolute(name)));
  } catch (error) {
    throw error instanceof RecordError ? new RangeError(error.message) : error;
  }
}
