import { mailAliases } from "@zonepost/db";
import type { MailAlias, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { presentAliases } from "./present-aliases.ts";

export async function listAliases(
  ctx: WorkspaceCtx,
  domainName: string,
  query: PageQuery = {},
): Promise<OperationResult<MailAlias[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const after = placeAfter(query);
  return listOrPage(query, {
    async read(limit) {
      const rows = ctx.db
        .select({
          id: mailAliases.id,
          fromAddress: mailAliases.fromAddress,
          createdAt: mailAliases.createdAt,
        })
        .from(mailAliases)
        .where(
          and(
            eq(mailAliases.mailDomainId, mailDomain.id),
            after === undefined ? undefined : gt(mailAliases.fromAddress, after),
          ),
        )
        .orderBy(asc(mailAliases.fromAddress));
      return presentAliases(ctx.db, ctx, mailDomain, await (limit === undefined ? rows : rows.limit(limit)));
    },
    placeOf: (alias) => alias.fromAddress,
    present: (alias) => alias,
  });
}
