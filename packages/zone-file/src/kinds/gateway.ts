import { RecordError } from "../record-error.ts";
import { ipv4, ipv6 } from "./addresses.ts";
import { domainName } from "./domain-name.ts";
import type { Kind } from "./kind.ts";

/** `.` for none. */
const none: Kind = {
  read(tokens, _writer, field) {
    const token = tokens.word(field);
    if (token.raw !== ".") {
      throw new RecordError("gateway", `The ${field} must be a dot, as its type is 0.`, token);
    }
  },
  print: () => ".",
};

const gatewayKinds: readonly Kind[] = [none, ipv4, ipv6, domainName];

function kindOf(type: number | undefined): Kind {
  const kind = gatewayKinds[type ?? -1];
  if (!kind) {
    throw new RecordError("gateway", "The gateway type must be a number from 0 to 3.");
  }
  return kind;
}

/** The gateway of IPSECKEY (RFC 4025): its form depends on the type, the second octet of the data. */
export const gateway: Kind = {
  read: (tokens, writer, field) => kindOf(writer.octets[1]).read(tokens, writer, field),
  print: (reader, field, options) => kindOf(reader.data[1]).print(reader, field, options),
};
