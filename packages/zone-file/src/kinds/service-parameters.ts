import { fromBase64, OctetReader, OctetWriter, toBase64 } from "../octets.ts";
import { RecordError } from "../record-error.ts";
import { decodeText, printQuoted } from "../text.ts";
import type { Token } from "../tokens.ts";
import { parseIpv4, parseIpv6, printIpv6 } from "./addresses.ts";
import type { Kind, PrintOptions } from "./kind.ts";
import { parseNumber } from "./numbers.ts";

const keyNames = [
  "mandatory",
  "alpn",
  "no-default-alpn",
  "port",
  "ipv4hint",
  "ech",
  "ipv6hint",
  "dohpath",
] as const;

/** Servers of 2022 know the keys of RFC 9460, but not `dohpath` (RFC 9461). */
const portableKeys = 7;

const backslash = 0x5c;
const comma = 0x2c;

function keyNumber(name: string): number | undefined {
  const known = (keyNames as readonly string[]).indexOf(name);
  const [, digits] = /^key(0|[1-9]\d{0,4})$/.exec(name) ?? [];
  return known >= 0 ? known : digits === undefined ? undefined : parseNumber(digits, 65_535);
}

const keyName = (key: number, { isPortable }: PrintOptions) =>
  (key < portableKeys || !isPortable ? keyNames[key] : undefined) ?? `key${key}`;

/** The parameters of SVCB and HTTPS (RFC 9460 section 2.1), printed in the order of their keys. */
export const serviceParameters: Kind = {
  read(tokens, writer, field) {
    const parameters = new Map<number, number[]>();
    while (tokens.hasMore) {
      const token = tokens.word(field);
      const [, name = "", value] = /^([^=]*)(?:=(.*))?$/s.exec(token.raw) ?? [];
      const key = keyNumber(name.toLowerCase());
      if (key === undefined) {
        throw new RecordError("svc_key", "A parameter must be a known name or key0 to key65535.", token);
      }
      if (parameters.has(key)) {
        throw new RecordError("svc_key", "A parameter appears twice.", token);
      }
      const isGeneric = name.toLowerCase().startsWith("key");
      parameters.set(key, encodeValue(isGeneric ? -1 : key, value, token));
    }
    for (const [key, value] of [...parameters].sort(([one], [other]) => one - other)) {
      writer.number(key, 2);
      writer.number(value.length, 2);
      writer.bytes(value);
    }
  },
  print(reader, _field, options) {
    const parameters = readParameters(reader);
    checkParameters(parameters);
    return [...parameters]
      .map(([key, value]) => {
        const printed = printValue(keyName(key, options) === `key${key}` ? -1 : key, value, options);
        return printed === "" ? keyName(key, options) : `${keyName(key, options)}=${printed}`;
      })
      .join(" ");
  },
};

/** By key, in the order of the data. */
function readParameters(reader: OctetReader): Map<number, Uint8Array> {
  const parameters = new Map<number, Uint8Array>();
  let last = -1;
  while (reader.remaining > 0) {
    const key = reader.number(2);
    if (key <= last) {
      throw new RecordError("svc_key", "The parameters in the data aren't in the order of their keys.");
    }
    last = key;
    parameters.set(key, reader.bytes(reader.number(2)));
  }
  return parameters;
}

function checkParameters(parameters: Map<number, Uint8Array>): void {
  const mandatory = parameters.get(0);
  const keys = mandatory ? readKeys(mandatory) : [];
  if (mandatory && (keys.length === 0 || keys.some((key, index) => key <= (keys[index - 1] ?? 0)))) {
    throw new RecordError("svc_mandatory", "mandatory must list other parameters, each once.");
  }
  if (keys.some((key) => !parameters.has(key))) {
    throw new RecordError("svc_mandatory", "A parameter that mandatory lists is missing.");
  }
  if (parameters.has(2) && !parameters.has(1)) {
    throw new RecordError("svc_no_default_alpn", "no-default-alpn needs alpn.");
  }
}

function readKeys(value: Uint8Array): number[] {
  const reader = new OctetReader(value);
  const keys: number[] = [];
  while (reader.remaining > 0) {
    keys.push(reader.number(2));
  }
  return keys;
}

function valueOctets(value: string | undefined, token: Token): number[] {
  const [, quoted] = /^"(.*)"$/s.exec(value ?? "") ?? [];
  const raw = quoted ?? value ?? "";
  if (/(^|[^\\])(\\\\)*"/.test(raw)) {
    throw new RecordError("quotation_mark", "Escape quotation marks in a value.", token);
  }
  return decodeText(raw, token);
}

/** Splits at commas that have no backslash before them (RFC 9460 appendix A.1). */
function splitList(octets: number[], token: Token): number[][] {
  const items: number[][] = [[]];
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index]!;
    if (octet === comma) {
      items.push([]);
      continue;
    }
    if (octet === backslash) {
      index++;
      if (octets[index] !== comma && octets[index] !== backslash) {
        throw new RecordError("escape", "In a list, a backslash must precede a comma or a backslash.", token);
      }
    }
    items.at(-1)?.push(octets[index]!);
  }
  return items;
}

function encodeValue(key: number, value: string | undefined, token: Token): number[] {
  const octets = valueOctets(value, token);
  const words = String.fromCharCode(...octets.slice(0, 65_535)).split(",");
  const writer = new OctetWriter();
  const invalid = (message: string) => new RecordError("svc_value", message, token);
  switch (key) {
    case 0: {
      const keys = words.map((word) => keyNumber(word));
      if (keys.includes(undefined)) {
        throw invalid("mandatory must list parameter names.");
      }
      for (const each of keys.map(Number).sort((one, other) => one - other)) {
        writer.number(each, 2);
      }
      break;
    }
    case 1:
      for (const id of splitList(octets, token)) {
        if (id.length > 255) {
          throw invalid("A protocol ID of alpn is longer than 255 octets.");
        }
        writer.number(id.length, 1);
        writer.bytes(id);
      }
      break;
    case 3: {
      const port = parseNumber(words.join(","), 65_535);
      if (port === undefined) {
        throw invalid("The port must be a number from 0 to 65535.");
      }
      writer.number(port, 2);
      break;
    }
    case 4:
    case 6:
      for (const word of words) {
        const address = key === 4 ? parseIpv4(word) : parseIpv6(word);
        if (!address) {
          throw invalid(`ipv${key}hint must be a list of IPv${key} addresses.`);
        }
        writer.bytes(address);
      }
      break;
    case 5: {
      const config = fromBase64(words.join(","));
      if (!config) {
        throw invalid("ech must be base64 with padding.");
      }
      writer.bytes(config);
      break;
    }
    default:
      writer.bytes(octets);
  }
  if (writer.octets.length > 65_535) {
    throw invalid("A parameter is too long.");
  }
  return writer.octets;
}

function printValue(key: number, value: Uint8Array, options: PrintOptions): string {
  const reader = new OctetReader(value);
  const invalid = () =>
    new RecordError("svc_value", `The value of ${keyNames[key] ?? "a parameter"} is missing or invalid.`);
  const list = (read: () => string) => {
    const items: string[] = [];
    do {
      items.push(read());
    } while (reader.remaining > 0);
    return items.join(",");
  };
  if (key >= 0 && key !== 2 && value.length === 0) {
    throw invalid();
  }
  switch (key) {
    case 0:
      return readKeys(value)
        .map((each) => keyName(each, options))
        .join(",");
    case 1:
      return printAlpn(reader, invalid);
    case 2:
      if (value.length > 0) {
        throw new RecordError("svc_value", "no-default-alpn has no value.");
      }
      return "";
    case 3:
      if (value.length !== 2) {
        throw invalid();
      }
      return String(reader.number(2));
    case 4:
      return list(() => reader.bytes(4).join("."));
    case 5:
      return toBase64(value);
    case 6:
      return list(() => printIpv6(reader.bytes(16)));
    case 7:
      if (!/^\/.*\{[?&][^{}]*\bdns\b[^{}]*\}/s.test(String.fromCharCode(...value))) {
        throw new RecordError(
          "svc_value",
          "dohpath must be a path with the variable dns, such as /dns{?dns}.",
        );
      }
      return printQuoted(value);
    default:
      return value.length === 0 ? "" : printQuoted(value);
  }
}

function printAlpn(reader: OctetReader, invalid: () => RecordError): string {
  const octets: number[] = [];
  while (reader.remaining > 0) {
    const id = reader.bytes(reader.number(1));
    if (id.length === 0) {
      throw invalid();
    }
    octets.push(
      ...(octets.length > 0 ? [comma] : []),
      ...[...id].flatMap((octet) => (octet === comma || octet === backslash ? [backslash, octet] : [octet])),
    );
  }
  const printed = printQuoted(octets);
  return /^"[a-z0-9/.,-]*"$/i.test(printed) ? printed.slice(1, -1) : printed;
}
