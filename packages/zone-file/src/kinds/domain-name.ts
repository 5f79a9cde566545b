import { parseName, printAbsolute, wireOf } from "../names.ts";
import type { OctetReader } from "../octets.ts";
import { RecordError } from "../record-error.ts";
import type { Kind } from "./kind.ts";

/** A name, which is absolute and in lower case once it is read. */
export const domainName: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    writer.bytes(wireOf(parseName(token.raw, tokens.origin, token)));
  },
  print: (reader) => printAbsolute(readLabels(reader)),
};

function readLabels(reader: OctetReader): number[][] {
  const labels: number[][] = [];
  let length = 1;
  for (let size = reader.number(1); size > 0; size = reader.number(1)) {
    length += size + 1;
    if (size > 63 || length > 255) {
      throw new RecordError("name_length", "The data has a name that is too long.");
    }
    labels.push(
      [...reader.bytes(size)].map((octet) => (octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet)),
    );
  }
  return labels;
}

/** The servers of a HIP record (RFC 8005), which may be none. */
export const domainNames: Kind = {
  read(tokens, writer, field) {
    while (tokens.hasMore) {
      domainName.read(tokens, writer, field);
    }
  },
  print(reader, field, options) {
    const names: string[] = [];
    while (reader.remaining > 0) {
      names.push(domainName.print(reader, field, options));
    }
    return names.join(" ");
  },
};
