import { domainToUnicode } from "node:url";
import { domains, mailDomains } from "@zonepost/db";
import type { Domain, DsRecord } from "@zonepost/schema";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type DomainRow, domainOfRow } from "../domain-row.ts";
import { getOwnDomain, goneStatuses } from "./get-own-domain.ts";

/** A domain with what a person wants to see beside the contract's fields. */
export type DomainDetails = Domain & {
  unicodeName: string;
  nameservers: string[];
  dsRecords: DsRecord[];
  registryStatuses: string[];
};

const detailsOfRow = (row: DomainRow): DomainDetails => ({
  ...domainOfRow(row),
  unicodeName: domainToUnicode(row.name),
  nameservers: row.nameservers,
  dsRecords: row.dsRecords,
  registryStatuses: row.registryStatuses,
});

export async function listDomainDetails(ctx: WorkspaceCtx): Promise<DomainDetails[]> {
  requireRight(ctx.actor, "domains:read");
  const { workspaceId, domainNames } = ctx.actor;
  const rows = await ctx.db
    .select()
    .from(domains)
    .where(
      and(
        eq(domains.workspaceId, workspaceId),
        domainNames ? inArray(domains.name, [...domainNames]) : undefined,
        notInArray(domains.status, goneStatuses),
      ),
    )
    .orderBy(domains.name);
  return rows.map(detailsOfRow);
}

export async function getDomainDetails(
  ctx: WorkspaceCtx,
  name: string,
): Promise<DomainDetails & { mailPlanSlug: string | null }> {
  requireRight(ctx.actor, "domains:read");
  const row = await getOwnDomain(ctx, name);
  const [mail] = await ctx.db
    .select({ planSlug: mailDomains.planSlug })
    .from(mailDomains)
    .where(and(eq(mailDomains.workspaceId, ctx.actor.workspaceId), eq(mailDomains.domainName, name)));
  return { ...detailsOfRow(row), mailPlanSlug: mail?.planSlug ?? null };
}
