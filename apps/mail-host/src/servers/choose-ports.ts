import { readFile, writeFile } from "node:fs/promises";
import { freePort, tryPort } from "@zonepost/db/host";
import type { InternalPorts, MailPorts } from "@zonepost/mail-config";

type AllPorts = MailPorts & InternalPorts & { sink: number; dns: number };

const names: (keyof AllPorts)[] = [
  "smtp",
  "submission",
  "submissions",
  "imap",
  "imaps",
  "sieve",
  "forwarding",
  "sieveOut",
  "returnPaths",
  "lookups",
  "recipientPolicy",
  "submissionBackend",
  "manageSieve",
  "tlsPolicy",
  "sink",
  "dns",
];

/** The ports of the last run where they are free, so that a mail program finds the servers again. */
export async function choosePorts(file: string): Promise<AllPorts> {
  const earlier: Record<string, number> = await readFile(file, "utf8").then(JSON.parse, () => ({}));
  const ports: Record<string, number> = {};
  for (const name of names) {
    const port = earlier[name];
    const isFree = port !== undefined && (await tryPort(port, "127.0.0.1")) === undefined;
    ports[name] = isFree ? port : await freePort();
  }
  await writeFile(file, `${JSON.stringify(ports, null, 2)}\n`);
  return ports as AllPorts;
}
