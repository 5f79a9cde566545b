import type postgres from "postgres";
import { z } from "zod";
import type { Answer } from "../http-lookups.ts";

const question = z.object({
  /** In the greeting of Dovecot, which has the account's ID. */
  helo: z.string().max(300),
  sender: z.string().max(1_000),
  recipients: z.array(z.string().max(1_000)).length(1),
  isRedirect: z.boolean(),
  addresses: z.array(z.string().max(400)).max(50),
});

/** Dovecot greets with the ID of the account whose rules send a message. */
export const accountInGreeting = (greeting: string | undefined): string | undefined =>
  /^([0-9a-f-]{36})\.account\.internal$/.exec(greeting ?? "")?.[1];

/** Rspamd's question about a message that a mailbox's Sieve script sends: 403 with the reason, or its login and recipient. */
export async function answerSieveMessage(sql: postgres.Sql, asked: unknown): Promise<Answer> {
  const parsed = question.safeParse(asked);
  const id = accountInGreeting(parsed.data?.helo);
  if (!parsed.success || id === undefined) {
    return undefined;
  }
  const { sender, recipients, isRedirect, addresses } = parsed.data;
  if (!isRedirect && (sender !== "" || addresses.length === 0)) {
    return { status: 403, body: { reason: "An automatic reply has no envelope sender, and a From header" } };
  }
  const [row] = await sql<{ reply: string; login: string; recipient: string }[]>`
    select reply, login, recipient
    from mail_host.check_sieve_message(${id}, ${isRedirect}, ${recipients[0] ?? ""},
      ${addresses.map((address) => address.toLowerCase())})`;
  return row?.reply === "OK"
    ? { status: 200, body: { login: row.login, recipient: row.recipient } }
    : { status: 403, body: { reason: row?.reply } };
}
