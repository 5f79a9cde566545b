import { mailSenderExceptions } from "@zonepost/db";
import type { MailSenderException, MailSenderExceptionsInput } from "@zonepost/schema";
import { and, eq, inArray, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type FieldError, invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import { readSenderExceptions } from "./list-sender-exceptions.ts";
import { normalizeNetwork } from "./normalize-network.ts";

/** Networks that stay keep their date. */
export async function replaceSenderExceptions(
  ctx: WorkspaceCtx,
  { domainName, exceptions }: MailSenderExceptionsInput & { domainName: string },
): Promise<MailSenderException[]> {
  requireRight(ctx.actor, "mail:write");
  const notes = notesByNetwork(exceptions);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { id, workspaceId } = await lockOwnMailDomain(tx, ctx, domainName);
    const before = await readSenderExceptions(tx, id);
    const present = new Map(before.map(({ network, note }) => [network, note]));
    const removed = [...present.keys()].filter((network) => !notes.has(network));
    const added = [...notes.keys()].filter((network) => !present.has(network));
    const changed = [...notes].filter(([network, note]) => present.get(network) !== note);
    if (removed.length === 0 && changed.length === 0) {
      return before;
    }
    if (removed.length > 0) {
      await tx
        .delete(mailSenderExceptions)
        .where(
          and(eq(mailSenderExceptions.mailDomainId, id), inArray(mailSenderExceptions.network, removed)),
        );
    }
    if (changed.length > 0) {
      await tx
        .insert(mailSenderExceptions)
        .values(changed.map(([network, note]) => ({ mailDomainId: id, network, note, createdAt: now })))
        .onConflictDoUpdate({
          target: [mailSenderExceptions.mailDomainId, mailSenderExceptions.network],
          set: { note: sql`excluded.note` },
        });
    }
    await wakeMailHosts(tx);
    await audit(tx, ctx, {
      workspaceId,
      action: "mail.sender_exceptions_changed",
      target: domainName,
      details: { added, removed },
      occurredAt: now,
    });
    await queueChangeNotices(tx, ctx, [
      {
        workspaceId,
        kind: "sender_exceptions",
        target: domainName,
        detail: [...added.map((network) => `+ ${network}`), ...removed.map((network) => `− ${network}`)].join(
          ", ",
        ),
        occurredAt: now,
      },
    ]);
    return readSenderExceptions(tx, id);
  });
}

/** The notes by canonical network. Throws for networks that are too wide, or listed twice. */
function notesByNetwork(exceptions: MailSenderExceptionsInput["exceptions"]): Map<string, string> {
  const notes = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const [index, { network: typed, note }] of exceptions.entries()) {
    const network = normalizeNetwork(typed);
    const pointer = `/exceptions/${index}/network`;
    if (network === undefined) {
      errors.push({
        pointer,
        message: `${typed} is too wide. Use /12 or longer for IPv4, /32 or longer for IPv6.`,
      });
    } else if (notes.has(network)) {
      errors.push({ pointer, message: `${network} is listed twice.` });
    } else {
      notes.set(network, note);
    }
  }
  if (errors.length > 0) {
    throw invalid(errors);
  }
  return notes;
}
