import { readFile } from "node:fs/promises";
import type { Answer } from "dns-packet";
import { z } from "zod";

const texts = z.array(z.string());
const recordsOfName = z.strictObject({
  A: texts.optional(),
  AAAA: texts.optional(),
  CNAME: texts.optional(),
  /** Such as `10 mail.example.com`. */
  MX: texts.optional(),
  TXT: texts.optional(),
});

/** The records of a name; or that the question about it fails, as with nameservers that are away. */
export type NameRecords = z.output<typeof recordsOfName> | "SERVFAIL";

const recordsFile = z.record(
  z.string().transform((name) => name.toLowerCase()),
  z.union([recordsOfName, z.literal("SERVFAIL")]),
);

/** The file is read at each question, so that a change counts at once. Without a file, there are no names. */
export async function readRecordsFile(file: string): Promise<Record<string, NameRecords>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "{}";
    }
    throw error;
  });
  return recordsFile.parse(JSON.parse(text));
}

/** Rspamd keeps what it has read for this long. */
const ttlSeconds = 1;
const maxTextBytes = 255;

export const answersOf = (
  name: string,
  type: string,
  records: Exclude<NameRecords, "SERVFAIL">,
): Answer[] => {
  const found = Object.entries(records).filter(([each]) => each === type || each === "CNAME");
  return found.flatMap(([foundType, values]) =>
    (values ?? []).map((value) => ({ name, ttl: ttlSeconds, ...dataOf(foundType, value) }) as Answer),
  );
};

function dataOf(type: string, value: string) {
  switch (type) {
    case "MX": {
      const [preference = "", exchange = ""] = value.split(" ");
      return { type, data: { preference: Number(preference), exchange } };
    }
    case "TXT":
      return { type, data: splitText(value) };
    default:
      return { type, data: value };
  }
}

function splitText(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / maxTextBytes));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * maxTextBytes, (at + 1) * maxTextBytes));
}
