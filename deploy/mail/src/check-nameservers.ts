import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { MailServerOptions } from "./options.ts";

const answersWithinMs = 2_000;

/**
 * Asks each resolver for a signed record, as the servers ask for those of senders. Returns a line for each that doesn't
 * answer in time, or doesn't validate DNSSEC, which DANE needs.
 */
export async function checkNameservers({ nameservers = [] }: MailServerOptions): Promise<string[]> {
  const faults = await Promise.all(nameservers.map(findFault));
  return faults.flatMap((fault, at) =>
    fault === undefined ? [] : [`the nameserver ${nameservers[at]} ${fault}`],
  );
}

async function findFault(nameserver: string): Promise<string | undefined> {
  // As in Rspamd: an address, or an address and a port.
  const [, bracketed, plain, portText] =
    /^(?:\[(.+)\]|([^:]+|[\da-f]*(?::[\da-f]*){2,}))(?::(\d+))?$/i.exec(nameserver) ?? [];
  const address = bracketed ?? plain ?? nameserver;
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  try {
    // A connected socket learns that nothing listens on the port.
    socket.connect(Number(portText ?? 53), address);
    await once(socket, "connect");
    const id = Math.floor(Math.random() * 65_536);
    socket.send(questionOf(id));
    const signal = AbortSignal.timeout(answersWithinMs);
    for (;;) {
      const [answer] = (await once(socket, "message", { signal })) as [Buffer];
      if (answer.length >= 12 && answer.readUInt16BE(0) === id) {
        return judge(answer.readUInt16BE(2));
      }
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ECONNREFUSED"
      ? "isn't running: nothing listens on its port"
      : code === "ABORT_ERR"
        ? `doesn't answer within ${answersWithinMs / 1000} s`
        : `can't be asked: ${(error as Error).message}`;
  } finally {
    socket.close();
  }
}

/** `org. DNSKEY`, with the flags that ask for recursion and for whether the answer was validated (RFC 6840). */
function questionOf(id: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(0x0120, 2);
  header.writeUInt16BE(1, 4);
  const [type, internet] = [48, 1];
  return Buffer.concat([header, Buffer.from("\x03org\x00", "latin1"), Buffer.from([0, type, 0, internet])]);
}

const failures: Record<number, string> = { 2: "a failure (SERVFAIL)", 5: "a refusal (REFUSED)" };

function judge(flags: number): string | undefined {
  const code = flags & 0x000f;
  const isValidated = (flags & 0x0020) !== 0;
  if (code !== 0) {
    return `answers with ${failures[code] ?? `the error ${code}`}`;
  }
  return isValidated ? undefined : "doesn't validate DNSSEC, which DANE needs; unbound does";
}
