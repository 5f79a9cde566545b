import { domainToUnicode } from "node:url";
import { contacts, domains } from "@zonepost/db";
import type { DomainFilter } from "@zonepost/schema/panel";
import { and, asc, eq, inArray } from "drizzle-orm";
import { csvFile } from "../../../kernel/http/csv.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { describeDsRecord } from "../rules/ds-records.ts";
import { isLocked } from "../rules/is-locked.ts";
import type { ListCtx } from "./domain-filter.ts";
import { listMatchingDomains } from "./page-domains.ts";

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
export async function exportDomains(ctx: ListCtx, filter: DomainFilter): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "domains:read");
  const names = (await listMatchingDomains(ctx, filter)).map(({ name }) => name);
  return csvFile(columns, parts(ctx, names, await readChunk(ctx, names, 0)));
}

async function* parts(ctx: ListCtx, names: readonly string[], first: ExportRow[]): AsyncIterable<string[][]> {
  const showsRegistrant = hasRight(ctx.actor, "contacts:read");
  yield first.map((row) => csvRow(row, showsRegistrant));
  for (let start = chunkSize; start < names.length; start += chunkSize) {
    yield (await readChunk(ctx, names, start)).map((row) => csvRow(row, showsRegistrant));
  }
}

function readChunk(ctx: ListCtx, names: readonly string[], start: number) {
  return ctx.db
    .select({ domain: domains, registrant: contacts.name, organization: contacts.organization })
    .from(domains)
    .leftJoin(contacts, eq(contacts.id, domains.registrantContactId))
    .where(
      and(
        eq(domains.workspaceId, ctx.actor.workspaceId),
        inArray(domains.name, names.slice(start, start + chunkSize)),
        isHeld,
      ),
    )
    .orderBy(asc(domains.name));
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
