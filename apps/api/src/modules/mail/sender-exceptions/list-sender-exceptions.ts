import { mailSenderExceptions } from "@zonepost/db";
import type { MailSenderException } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";

export async function listSenderExceptions(
  ctx: WorkspaceCtx,
  domainName: string,
): Promise<MailSenderException[]> {
  requireRight(ctx.actor, "mail:read");
  const { id } = await getOwnMailDomain(ctx, domainName);
  return readSenderExceptions(ctx.db, id);
}

export async function readSenderExceptions(
  db: Queryable,
  mailDomainId: string,
): Promise<MailSenderException[]> {
  const rows = await db
    .select()
    .from(mailSenderExceptions)
    .where(eq(mailSenderExceptions.mailDomainId, mailDomainId))
    .orderBy(asc(mailSenderExceptions.network));
  return rows.map(({ network, note, createdAt }) => ({ network, note, createdAt: createdAt.toISOString() }));
}
