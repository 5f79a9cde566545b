import { readFile, writeFile } from "node:fs/promises";
import { freePort, tryPort } from "@zonepost/embedded-postgres/host";
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

/**
 * The ports of the last run where they are free, so that a mail program finds the servers again. All are distinct, also
 * from those of the last run that are taken now, which may be free at the next one.
 */
export async function choosePorts(file: string, findFreePort = freePort): Promise<AllPorts> {
  const earlier = await readEarlier(file);
  const ports: Record<string, number> = {};
  const isKept = async (port: unknown): Promise<boolean> =>
    Number.isInteger(port) &&
    Number(port) > 0 &&
    Number(port) < 65_536 &&
    !Object.values(ports).includes(Number(port)) &&
    (await tryPort(Number(port), "127.0.0.1")) === undefined;
  for (const name of names) {
    if (await isKept(earlier[name])) {
      ports[name] = Number(earlier[name]);
    }
  }
  const taken = new Set<unknown>([...Object.values(earlier), ...Object.values(ports)]);
  for (const name of names) {
    while (ports[name] === undefined) {
      const port = await findFreePort();
      if (!taken.has(port)) {
        taken.add(port);
        ports[name] = port;
      }
    }
  }
  await writeFile(file, `${JSON.stringify(ports, null, 2)}\n`);
  return ports as AllPorts;
}

async function readEarlier(file: string): Promise<Record<string, unknown>> {
  try {
    return Object(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return {};
  }
}
