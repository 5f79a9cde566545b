import { mailAliases } from "@zonepost/db";
import type { MailAlias } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { type AliasRow, presentAlias } from "./present-aliases.ts";

export type AliasId = { domainName: string; id: string };

export async function getAlias(ctx: WorkspaceCtx, { domainName, id }: AliasId): Promise<MailAlias> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  return presentAlias(ctx.db, ctx, mailDomain, await getAliasRow(ctx.db, mailDomain, id));
}

/** An alias of this mail domain. Any other ID gets the same 404. */
export async function getAliasRow(
  db: Queryable,
  mailDomain: Pick<MailDomainRow, "id">,
  aliasId: string,
): Promise<AliasRow> {
  const id = rowId("mal", aliasId);
  const [row] = id
    ? await db
        .select()
        .from(mailAliases)
        .where(and(eq(mailAliases.id, id), eq(mailAliases.mailDomainId, mailDomain.id)))
    : [];
  if (!row) {
    throw notFound();
  }
  return row;
}
