import type postgres from "postgres";
import { z } from "zod";
import type { Answer } from "../http-lookups.ts";
import type { ReturnPath, SenderRewriter } from "./srs.ts";

const question = z.object({
  sender: z.string().max(1_000),
  recipient: z.string().max(1_000),
  /** Whether the message passed SPF or DMARC when it came in. */
  isVerified: z.boolean(),
  isSpam: z.boolean(),
});

type Source = { address: string; domain: string; isAccount: boolean; keepsCopy: boolean };

/**
 * Rspamd's question about a copy that is forwarded to another host: its recipient, and if it leaves,
 * its envelope sender and the domain that seals it. Otherwise the account keeps it in Junk, or it is discarded.
 */
export async function answerForward(
  { sql, rewriter }: { sql: postgres.Sql; rewriter: SenderRewriter },
  asked: unknown,
): Promise<Answer> {
  const parsed = question.safeParse(asked);
  const { sender = "", recipient = "", isVerified = false, isSpam = false } = parsed.data ?? {};
  const [, targetLocal, targetDomain, id] =
    /^([^@"\s]+)=([^=@+"\s]+)(?:\+[^@]*)?@([0-9a-f]{32})\.forward\.internal$/.exec(recipient) ?? [];
  if (!parsed.success || id === undefined) {
    return undefined;
  }
  // An extension was the alias's; the target confirmed its own address.
  const target = `${targetLocal}@${targetDomain}`;
  const [source] = await sql<Source[]>`
    select address, domain, is_account as "isAccount", keeps_copy as "keepsCopy"
    from mail_host.find_forward_source(${id}, ${target})`;
  const [hosted] = await sql`select from mail_host.domains where name = ${domainOf(sender)}`;
  return {
    status: 200,
    body: decide(source, { sender, isSpam, isTrusted: isVerified || hosted !== undefined }),
  };

  function decide(
    from: Source | undefined,
    message: { sender: string; isSpam: boolean; isTrusted: boolean },
  ) {
    if (!from) {
      return { recipient: "ended@nowhere.internal" };
    }
    if (message.isSpam) {
      return from.isAccount && !from.keepsCopy
        ? { recipient: `${from.address}.returned.internal` }
        : { recipient: "spam@nowhere.internal" };
    }
    const envelopeSender =
      message.sender === "" ? "" : rewriter.forward(returnPathOf(from, message), from.domain, Date.now());
    return { recipient: target, sender: envelopeSender, domain: from.domain };
  }
}

const returnPathOf = (
  { isAccount, address }: Source,
  { sender, isTrusted }: { sender: string; isTrusted: boolean },
): ReturnPath =>
  isTrusted
    ? { kind: "sender", address: sender }
    : isAccount
      ? { kind: "account", address }
      : { kind: "none" };

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
