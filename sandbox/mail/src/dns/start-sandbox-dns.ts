import { createSocket } from "node:dgram";
import { once } from "node:events";
import dnsPacket, { type DecodedPacket } from "dns-packet";
import type postgres from "postgres";
import { findHostedRecords } from "./hosted-records.ts";
import { answersOf, type NameRecords, readRecordsFile } from "./outside-records.ts";

const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 };

/**
 * The resolver of the sandbox's mail servers, over UDP. It asks no other server: names are those of a file, those of hosted
 * domains as their owners should publish them, and no others.
 */
export async function startSandboxDns(options: {
  port: number;
  sql: postgres.Sql;
  hostname: string;
  recordsFile: string;
  log: (line: string) => void;
}): Promise<{ close(): Promise<void> }> {
  const { port, sql, hostname, recordsFile, log } = options;
  const find = async (name: string): Promise<NameRecords | undefined> => {
    const outside = await readRecordsFile(recordsFile);
    return outside[name] ?? (await findHostedRecords(sql, hostname, name));
  };
  const udp = createSocket("udp4");
  udp.on("message", (message, { port: askedBy, address }) => {
    const query = decode(message);
    const [question] = query?.questions ?? [];
    if (!query || !question) {
      return;
    }
    const name = question.name.toLowerCase();
    find(name).then(
      (records) => udp.send(respond(query, name, records), askedBy, address),
      (error: unknown) => {
        log(`dns: ${name}: ${error instanceof Error ? error.message : error}`);
        udp.send(respond(query, name, "SERVFAIL"), askedBy, address);
      },
    );
  });
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");
  return {
    async close() {
      udp.close();
      await once(udp, "close");
    },
  };
}

function decode(message: Buffer): DecodedPacket | undefined {
  try {
    return dnsPacket.decode(message);
  } catch {
    return;
  }
}

function respond(
  { id, questions = [] }: DecodedPacket,
  name: string,
  records: NameRecords | undefined,
): Buffer {
  const code =
    records === "SERVFAIL"
      ? responseCodes.SERVFAIL
      : records
        ? responseCodes.NOERROR
        : responseCodes.NXDOMAIN;
  const answers =
    records === undefined || records === "SERVFAIL"
      ? []
      : answersOf(name, questions[0]?.type ?? "A", records);
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | code;
  return dnsPacket.encode({ type: "response", id: id ?? 0, flags, questions, answers });
}
