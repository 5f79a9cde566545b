import type postgres from "postgres";
import { z } from "zod";
import { domainOf } from "../../address.ts";
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
  const [hosted] = await sql`select from mail_host.domains where name = ${domainOf(sender).toLowerCase()}`;
  const isTrusted = isVerified || hosted !== undefined;
  return { status: 200, body: decide(source, { sender, target, isSpam, isTrusted }, rewriter) };
}

type Copy = { sender: string; target: string; isSpam: boolean; isTrusted: boolean };

function decide(
  source: Source | undefined,
  { sender, target, isSpam, isTrusted }: Copy,
  rewriter: SenderRewriter,
) {
  if (!source) {
    return { recipient: "ended@nowhere.internal" };
  }
  const { address, domain, isAccount, keepsCopy } = source;
  if (isSpam) {
    return {
      recipient: isAccount && !keepsCopy ? `${address}.returned.internal` : "spam@nowhere.internal",
    };
  }
  const path = returnPathOf(source, { sender, isTrusted });
  return {
    recipient: target,
    sender: sender === "" ? "" : rewriter.forward(path, domain, Date.now()),
    domain,
  };
}

function returnPathOf(
  { isAccount, address }: Source,
  { sender, isTrusted }: Pick<Copy, "sender" | "isTrusted">,
): ReturnPath {
  if (isTrusted) {
    return { kind: "sender", address: sender };
  }
  return isAccount ? { kind: "account", address } : { kind: "none" };
}
