import { createServer, type Server } from "node:http";
import type postgres from "postgres";
import { z } from "zod";

const maxBodyBytes = 64 * 1024;
const question = z.object({
  login: z.string().max(320),
  addresses: z.array(z.string().max(400)).min(1).max(50),
});

/**
 * Rspamd's question about the From header of a signed-in user: 200 if the user may send from all addresses, otherwise
 * 403. The rule of the envelope sender reads the same view.
 */
export function createSenderLookup(sql: postgres.Sql): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) {
        response.writeHead(413).end();
        request.destroy();
        return;
      }
      chunks.push(chunk);
    });
    request.on("end", () => {
      const asked = question.safeParse(parseJson(Buffer.concat(chunks).toString("utf8")));
      if (request.method !== "POST" || request.url !== "/may-send" || !asked.success) {
        response.writeHead(400).end();
        return;
      }
      mayUseAll(sql, asked.data.login, asked.data.addresses).then(
        (isAllowed) => response.writeHead(isAllowed ? 200 : 403).end(),
        () => response.writeHead(503).end(),
      );
    });
  });
}

async function mayUseAll(sql: postgres.Sql, login: string, addresses: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const candidates = wanted.flatMap((address) => [address, withoutExtension(address)]);
  const domains = wanted.map((address) => address.slice(address.lastIndexOf("@") + 1));
  const rows = await sql<{ address: string }[]>`
    select address from mail_host.senders
    where login = ${login.toLowerCase()} and address = any (${candidates}) and domain = any (${domains})`;
  const allowed = new Set(rows.map(({ address }) => address));
  return wanted.every((address) => allowed.has(address) || allowed.has(withoutExtension(address)));
}

/** `info+shop@example.com` belongs to the user of `info@example.com`, as for the envelope sender. */
const withoutExtension = (address: string) => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
