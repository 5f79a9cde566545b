import { mailDnsChecks } from "@zonepost/db";
import { checkIntervalsMs, freshnessOf, type MailDnsRecord } from "@zonepost/schema";
import type { MailDnsPage } from "@zonepost/schema/panel";
import { eq } from "drizzle-orm";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { secondMs } from "../../../kernel/durations.ts";
import { countTry, rateLimited } from "../../../kernel/limits/rate-limit.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { findExpectedRecords } from "../zone-records/find-expected-records.ts";
import type { ExpectedRecord } from "../zone-records/policies/expected-records-policy.ts";
import { type CheckPorts, type CheckRow, checkDnsRecords } from "./check-dns-records.ts";
import { zoneSnippet } from "./policies/zone-snippet-policy.ts";
import { withHosted } from "./read-hosted-records.ts";

/** The last check; a new one if there is none that is recent enough, or other records are expected since. */
export async function readDnsRecords(
  ctx: Pick<Ctx, "db" | "clock"> & CheckPorts,
  mailDomain: MailDomainRow,
): Promise<CheckRow> {
  const [row] = await ctx.db
    .select()
    .from(mailDnsChecks)
    .where(eq(mailDnsChecks.mailDomainId, mailDomain.id));
  const { checkedAt } = row ?? {};
  if (
    !row ||
    !checkedAt ||
    freshnessOf(checkIntervalsMs.mailDns, checkedAt, await ctx.clock.now()) === "stale"
  ) {
    return checkDnsRecords(ctx, mailDomain);
  }
  const { expected } = await findExpectedRecords(ctx.db, ctx, mailDomain);
  return isAboutSame(row.records, expected) ? { ...row, checkedAt } : checkDnsRecords(ctx, mailDomain);
}

/** The value of an SPF record depends on those that the domain has. */
function isAboutSame(checked: readonly MailDnsRecord[], expected: readonly ExpectedRecord[]): boolean {
  const textOf = ({ purpose, type, name, expected: value }: ExpectedRecord) =>
    JSON.stringify([type, name, purpose === "spf" ? "" : value]);
  return JSON.stringify(checked.map(textOf)) === JSON.stringify(expected.map(textOf));
}

export async function getDnsRecords(ctx: WorkspaceCtx & CheckPorts, domainName: string): Promise<CheckRow> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const row = await readDnsRecords(ctx, mailDomain);
  return { ...row, records: await withHosted(ctx, mailDomain, row.records) };
}

export async function getDnsZone(
  ctx: WorkspaceCtx & CheckPorts,
  domainName: string,
): Promise<AsyncIterable<string>> {
  const { records } = await getDnsRecords(ctx, domainName);
  return inOnePart(zoneSnippet(domainName, records));
}

async function* inOnePart(text: string): AsyncIterable<string> {
  yield text;
}

/** What the panel shows: the same, with the time of the check. */
export async function getDnsPage(ctx: WorkspaceCtx & CheckPorts, domainName: string): Promise<MailDnsPage> {
  const { records, checkedAt } = await getDnsRecords(ctx, domainName);
  return {
    records,
    checkedAt: checkedAt.toISOString(),
    zone: zoneSnippet(domainName, records),
    hasServers: ctx.mailDnsSettings !== null,
  };
}

const minPauseMs = 10 * secondMs;

export async function checkDnsRecordsNow(
  ctx: WorkspaceCtx & CheckPorts,
  domainName: string,
): Promise<CheckRow> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const { used, resetSeconds } = await countCheck(ctx, mailDomain.id);
  if (used > 1) {
    throw rateLimited(resetSeconds);
  }
  const row = await checkDnsRecords(ctx, mailDomain);
  return { ...row, records: await withHosted(ctx, mailDomain, row.records) };
}

export const countCheck = ({ db, clock }: Pick<Ctx, "db" | "clock">, mailDomainId: string) =>
  countTry(db, { bucket: `mail-dns-check:${mailDomainId}`, periodMs: minPauseMs, now: clock.wallNow() });
