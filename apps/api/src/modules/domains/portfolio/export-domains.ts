import { domainToUnicode } from "node:url";
import { contacts, domains } from "@zonepost/db";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { csvFile } from "../../../kernel/http/csv.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { describeDsRecord } from "../rules/ds-records.ts";
import { isLocked } from "../rules/is-locked.ts";

const chunkSize = 2_000;
const columns = [
  "name",
  "unicode_name",
  "status",
  "registered",
  "expires",
  "auto_renew",
  "whois_privacy",
  "locked",
  "nameservers",
  "dnssec",
  "registrant",
];

type ExportRow = Awaited<ReturnType<typeof readChunk>>[number];

/** Includes the registrant only for actors who may read contacts. */
export async function exportDomains(ctx: WorkspaceCtx): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "domains:read");
  return csvFile(columns, parts(ctx, await readChunk(ctx, "")));
}

async function* parts(ctx: WorkspaceCtx, first: ExportRow[]): AsyncIterable<string[][]> {
  const showsRegistrant = hasRight(ctx.actor, "contacts:read");
  for (let rows = first; ; ) {
    yield rows.map((row) => csvRow(row, showsRegistrant));
    const last = rows.at(-1);
    if (rows.length < chunkSize || !last) {
      return;
    }
    rows = await readChunk(ctx, last.domain.name);
  }
}

function readChunk(ctx: WorkspaceCtx, after: string) {
  const { workspaceId, domainNames } = ctx.actor;
  return ctx.db
    .select({ domain: domains, registrant: contacts.name, organization: contacts.organization })
    .from(domains)
    .leftJoin(contacts, eq(contacts.id, domains.registrantContactId))
    .where(
      and(
        eq(domains.workspaceId, workspaceId),
        gt(domains.name, after),
        domainNames ? inArray(domains.name, [...domainNames]) : undefined,
        isHeld,
      ),
    )
    .orderBy(asc(domains.name))
    .limit(chunkSize);
}

const csvRow = ({ domain, registrant, organization }: ExportRow, showsRegistrant: boolean): string[] => [
  domain.name,
  domainToUnicode(domain.name),
  domain.status,
  domain.registeredAt.toISOString(),
  domain.paidUntil.toISOString(),
  String(domain.autoRenew),
  String(domain.whoisPrivacy),
  String(isLocked(domain.registryStatuses)),
  domain.nameservers.join(" "),
  domain.dsRecords.map(describeDsRecord).join("; "),
  showsRegistrant ? (organization ?? registrant ?? "") : "",
];
