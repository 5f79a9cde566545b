import type postgres from "postgres";
import { z } from "zod";
import { domainOf, storedAddress, withoutExtension } from "../address.ts";
import type { Answer } from "./http-lookups.ts";

const senderQuestion = z.object({
  login: z.string().max(320),
  addresses: z.array(z.string().max(400)).min(1).max(50),
});

/**
 * Rspamd's question about the From header of a signed-in user: 200 if the user may send from all addresses, otherwise
 * 403. The rule of the envelope sender reads the same view. The answer has the first address as it is stored.
 */
export async function answerSender(sql: postgres.Sql, question: unknown): Promise<Answer> {
  const asked = senderQuestion.safeParse(question);
  if (!asked.success) {
    return;
  }
  const [address = "", ...others] = asked.data.addresses.map(storedAddress);
  return (await mayUseAll(sql, asked.data.login, [address, ...others]))
    ? { status: 200, body: { domain: domainOf(address) } }
    : { status: 403 };
}

async function mayUseAll(sql: postgres.Sql, login: string, addresses: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(addresses)];
  const candidates = wanted.flatMap((address) => [address, withoutExtension(address)]);
  const domains = wanted.map(domainOf);
  const rows = await sql<{ address: string }[]>`
    select address from mail_host.senders
    where login = ${login.toLowerCase()} and address = any (${candidates}) and domain = any (${domains})`;
  const allowed = new Set(rows.map(({ address }) => address));
  return wanted.every((address) => allowed.has(address) || allowed.has(withoutExtension(address)));
}
