import { type FieldKind, type RecordType, recordTypes } from "../src/index.ts";
import type { Random } from "./random.ts";

const hexDigits = (random: Random, octets: number) =>
  Buffer.from(random.bytes(octets)).toString("hex").padStart(2, "0");
const base64Text = (random: Random, least = 1) =>
  Buffer.from(random.bytes(least + random.number(40))).toString("base64");

const edges = (random: Random, bits: number) =>
  String(random.pick([0, 1, 2 ** (bits - 1), 2 ** bits - 1, random.number(2 ** Math.min(bits, 30))]));

/** Letters that need no escape, and sometimes some that do. */
function label(random: Random): string {
  const plain = () => random.pick([..."abcdefghijklmnopqrstuvwxyzABC0123456789-_"]);
  const odd = () =>
    random.pick(["\\.", "\\032", "\\;", '\\"', "\\(", "\\@", "\\$", "\\\\", "\\255", "\\000", "*"]);
  return random.list(1, 12, () => (random.chance(3) ? odd() : plain())).join("");
}

export function randomName(random: Random): string {
  const labels = random.list(1, 4, () => label(random)).join(".");
  return random.pick([labels, `${labels}.`, `${labels}.example.com.`, "@", "."]);
}

function quoted(random: Random, most = 60): string {
  const char = () => {
    const code = random.number(256);
    return random.pick([
      String.fromCharCode(0x20 + random.number(95)).replace(/["\\]/, "\\$&"),
      random.pick([..."abc ;()@$"]),
      `\\${String(code).padStart(3, "0")}`,
    ]);
  };
  const raw = random.list(0, most, char).join("");
  return random.chance(80)
    ? `"${raw}"`
    : random.list(1, 12, () => random.pick([..."abcXYZ019-=_:/."])).join("");
}

const ipv4Text = (random: Random) => random.bytes(4).join(".");

function ipv6Text(random: Random): string {
  const groups = Array.from({ length: 8 }, () =>
    (random.chance(50) ? 0 : random.number(65_536)).toString(16),
  );
  return random.pick([
    groups.join(":"),
    groups.join(":").replace(/(^|:)0(:0)+(:|$)/, "::"),
    `::${groups.slice(0, 3).join(":")}`,
    `${groups.slice(0, 4).join(":")}::`,
    `::ffff:${ipv4Text(random)}`,
  ]);
}

const typeNames = Object.keys(recordTypes);
const typeText = (random: Random) =>
  random.chance(80)
    ? random.pick(typeNames.filter((name) => name !== "HIP"))
    : `TYPE${1000 + random.number(60_000)}`;

function svcParameters(random: Random): string {
  const all: Record<string, () => string> = {
    alpn: () => `alpn=${random.pick(["h2", "h2,h3", '"h2,h3"', '"a\\\\,b"'])}`,
    port: () => `port=${edges(random, 16)}`,
    ipv4hint: () => `ipv4hint=${random.list(1, 3, () => ipv4Text(random)).join(",")}`,
    ech: () => `ech=${base64Text(random, 4)}`,
    ipv6hint: () => `ipv6hint=${random.list(1, 2, () => ipv6Text(random)).join(",")}`,
    dohpath: () => "dohpath=/dns-query{?dns}",
    key667: () => random.pick(["key667", 'key667="a b"', "key667=hello\\210qoo"]),
  };
  const chosen = Object.keys(all).filter(() => random.chance(35));
  const parameters = chosen.map((key) => all[key]?.() ?? "");
  if (chosen.includes("alpn") && random.chance(30)) {
    parameters.push("no-default-alpn");
  }
  if (chosen.length > 0 && random.chance(30)) {
    parameters.push(`mandatory=${chosen.filter((key) => key !== "dohpath")[0] ?? "dohpath"}`);
  }
  return parameters.sort(() => random.number(3) - 1).join(" ");
}

function locationText(random: Random): string {
  const angle = (degrees: number, directions: string[]) =>
    [
      random.number(degrees),
      ...(random.chance(70) ? [random.number(60), `${random.number(60)}.${random.number(1000)}`] : []),
      random.pick(directions),
    ].join(" ");
  const meters = () => `${random.number(10_000)}${random.pick(["", ".5", ".25"])}${random.pick(["m", ""])}`;
  return [
    angle(90, ["N", "S"]),
    angle(180, ["E", "W"]),
    `${random.pick(["-", ""])}${meters()}`,
    ...random.list(0, 3, meters),
  ].join(" ");
}

const timestampText = (random: Random) =>
  random.pick(["20300101000000", "20260101000000", "20991231235959", String(random.number(2 ** 31))]);

const groups = (random: Random, count: number, octets: number, separator: string) =>
  Array.from({ length: count }, () => hexDigits(random, octets)).join(separator);

/** A valid field of each kind, in one of its forms. */
const makers: Record<FieldKind, (random: Random) => string> = {
  algorithm: (random) => random.pick(["8", "13", "15", "RSASHA256", "ECDSAP256SHA256"]),
  base64: (random) => base64Text(random),
  certificateType: (random) => random.pick(["PKIX", "PGP", "1", "65280"]),
  domainName: randomName,
  domainNames: (random) => random.list(0, 2, () => randomName(random)).join(" "),
  eui48: (random) => groups(random, 6, 1, "-"),
  eui64: (random) => groups(random, 8, 1, "-"),
  filledText: (random) => `"https://example.com/${random.number(1000)}"`,
  gateway: () => ".",
  hashedOwner: () => "2t7b4g4vsa5smi47k61mv5bv1a22bojr",
  hex: (random) => hexDigits(random, 1 + random.number(40)),
  hostIdentity: (random) => `${random.number(4)} ${hexDigits(random, 16)} ${base64Text(random, 3)}`,
  ipv4: ipv4Text,
  ipv6: ipv6Text,
  locator64: (random) => groups(random, 4, 2, ":"),
  location: locationText,
  prefixes: (random) =>
    random
      .list(0, 3, () =>
        random.pick([
          `1:${ipv4Text(random)}/32`,
          `!1:192.0.2.0/${random.number(33)}`,
          "2:2001:db8::/32",
          "1:0.0.0.0/0",
        ]),
      )
      .join(" "),
  publicKey: (random) => base64Text(random),
  recordType: typeText,
  salt: (random) => (random.chance(30) ? "-" : hexDigits(random, 1 + random.number(20))),
  scheme: (random) => random.pick(["NOTIFY", "1", "0", "255"]),
  seconds: (random) => random.pick([edges(random, 31), "1h", "2w", "1h30m"]),
  serviceParameters: svcParameters,
  string: (random) => quoted(random),
  strings: (random) => random.list(1, 3, () => quoted(random)).join(" "),
  substitution: (random) =>
    random.pick(['""', '"!^.*$!sip:info@example.com!"', '"/^(a)b$/\\\\1/i"', '"|a|b|"']),
  tag: (random) => random.pick(["issue", "issuewild", "iodef", "issuemail"]),
  text: (random) => `"${random.pick(["letsencrypt.org", ";", "", "mailto:sec@example.com"])}"`,
  timestamp: timestampText,
  typeBitmap: (random) => random.list(1, 5, () => typeText(random)).join(" "),
  u8: (random) => edges(random, 8),
  u16: (random) => edges(random, 16),
  u32: (random) => edges(random, 32),
};

/** Types whose fields depend on each other. */
const whole: Record<string, (random: Random) => string> = {
  CDS: (random) => random.pick([`1 13 2 ${hexDigits(random, 32)}`, "0 0 0 00"]),
  DS: (random) =>
    random.pick([
      `1 13 2 ${hexDigits(random, 32)}`,
      `65535 8 1 ${hexDigits(random, 20)}`,
      `2 14 4 ${hexDigits(random, 48)}`,
    ]),
  HTTPS: (random) => service(random),
  IPSECKEY: (random) =>
    random.pick([
      `10 0 2 . ${base64Text(random)}`,
      `10 1 2 ${ipv4Text(random)} ${base64Text(random)}`,
      `10 2 2 ${ipv6Text(random)} ${base64Text(random)}`,
      `10 3 2 gateway.example.com. ${base64Text(random)}`,
    ]),
  ...Object.fromEntries(["CDNSKEY", "DNSKEY", "KEY"].map((type) => [type, keyText])),
  SSHFP: (random) => random.pick([`4 2 ${hexDigits(random, 32)}`, `1 1 ${hexDigits(random, 20)}`]),
  SVCB: (random) => service(random),
  ZONEMD: (random) => `${edges(random, 32)} 1 1 ${hexDigits(random, 48)}`,
};

function keyText(random: Random): string {
  const algorithm = makers.algorithm(random);
  return `${random.pick([0, 256, 257, 512])} 3 ${algorithm} ${base64Text(random)}`;
}

const service = (random: Random) =>
  random.chance(20)
    ? `0 ${randomName(random)}`
    : `${1 + random.number(100)} ${randomName(random)} ${svcParameters(random)}`;

/** A valid value of the type, in one of its forms. */
export function randomValue(random: Random, type: string): string {
  const fields = (recordTypes[type] as RecordType).fields;
  return whole[type]?.(random) ?? fields.map(({ kind }) => makers[kind](random)).join(" ");
}

/** The value with a mistake, usually. */
export function mutate(random: Random, value: string): string {
  const words = value.split(" ");
  const at = random.number(words.length);
  const inWord = random.number((words[at] ?? "").length + 1);
  const word = words[at] ?? "";
  const odd = random.pick([
    '"',
    "\\",
    "\\2",
    "\\300",
    "-",
    "65536",
    "256",
    "4294967296",
    "x",
    ".",
    "..",
    "=",
    ",",
    "%",
    "!",
    "0x1",
    "+1",
    "1.5",
    "é",
    "(",
    ")",
    ";",
    ":",
    "/",
    "$",
    "@",
    "\u0001",
    "TYPE0",
    "key65536=1",
  ]);
  const change: (() => void)[] = [
    () => words.splice(at, 1),
    () => words.splice(at, 0, word),
    () => words.splice(at, 0, odd),
    () => words.splice(at, 1, odd),
    () => words.splice(at, 1, word.slice(0, inWord) + odd + word.slice(inWord)),
    () => words.splice(at, 1, word.slice(0, inWord) + word.slice(inWord + 1)),
    () => words.splice(at, 1, word.repeat(70)),
    () => words.reverse(),
    () => words.splice(random.number(words.length), words.length),
  ];
  random.pick(change)();
  return words.join(" ");
}
