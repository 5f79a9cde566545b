import { domainToASCII } from "node:url";
import type postgres from "postgres";
import { z } from "zod";
import type { Answer } from "./http-lookups.ts";

const senderQuestion = z.object({
  login: z.string().max(320),
  addresses: z.array(z.string().max(400)).min(1).max(50),
});

/**
 * Rspamd's question about the From header of a signed-in user: 200 if the user may send from all addresses, otherwise
 * 403. The rule of the envelope sender reads the same view.
 */
export async function answerSender(sql: postgres.Sql, question: unknown): Promise<Answer> {
  const asked = senderQuestion.safeParse(question);
  return asked.success
    ? { status: (await mayUseAll(sql, asked.data.login, asked.data.addresses)) ? 200 : 403 }
    : undefined;
}

async function mayUseAll(sql: postgres.Sql, login: string, addresses: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(addresses.map(storedForm))];
  const candidates = wanted.flatMap((address) => [address, withoutExtension(address)]);
  const domains = wanted.map((address) => address.slice(address.lastIndexOf("@") + 1));
  const rows = await sql<{ address: string }[]>`
    select address from mail_host.senders
    where login = ${login.toLowerCase()} and address = any (${candidates}) and domain = any (${domains})`;
  const allowed = new Set(rows.map(({ address }) => address));
  return wanted.every((address) => allowed.has(address) || allowed.has(withoutExtension(address)));
}

/** Domains are stored as A-labels. */
function storedForm(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  return address.slice(0, at).toLowerCase() + (domainToASCII(domain) || domain.toLowerCase());
}

/** `info+shop@example.com` belongs to the user of `info@example.com`, as for the envelope sender. */
export const withoutExtension = (address: string) => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
