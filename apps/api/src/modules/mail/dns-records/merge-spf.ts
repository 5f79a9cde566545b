import type { MailSpfMerge, MailSpfMergeInput } from "@zonepost/schema";
import type { Ctx, Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { readZoneRecords, readZoneTexts, replaceZoneTexts } from "../../dns/index.ts";
import { mailNotConfigured, spfChanged, spfTooManyLookups } from "../errors.ts";
import type { MailPorts } from "../ports.ts";
import { isSpf, spfMechanismOf } from "../zone-records/policies/spf-mechanism-policy.ts";
import { quotedStrings } from "../zone-records/policies/zone-value-policy.ts";
import { scheduleDnsCheck } from "./check-due-dns-records.ts";
import { countSpfLookups } from "./count-spf-lookups.ts";
import { getHostedMail, type HostedMail, lockHostedMail, requireBothRights } from "./lock-hosted-mail.ts";
import { maxLookups, mergeSpf, tooManyLookups } from "./policies/spf-policy.ts";

export type MergeCtx = WorkspaceCtx & Pick<MailPorts, "mailDns" | "mailDnsSettings">;

/** The merged record and its DNS lookups. Nothing is changed. */
export async function previewSpfMerge(ctx: MergeCtx, domainName: string): Promise<MailSpfMerge> {
  requireBothRights(ctx);
  const hosted = await getHostedMail(ctx, domainName);
  const merged = await readMerge(ctx.db, ctx, hosted);
  const count = await countSpfLookups(ctx, hosted.mailDomain, merged.after);
  return {
    ...merged,
    lookups: { total: count.lookups, limit: maxLookups, terms: count.terms },
    problem: tooManyLookups(count) ?? null,
  };
}

/** Replaces the SPF records in the zone by the one of the preview; other TXT records stay. */
export async function mergeMailSpf(
  ctx: MergeCtx,
  { domainName, record }: { domainName: string } & MailSpfMergeInput,
): Promise<MailSpfMerge> {
  // Resolvers are asked before the transaction.
  const preview = await previewSpfMerge(ctx, domainName);
  if (record !== undefined && record !== preview.after) {
    throw spfChanged();
  }
  if (preview.problem !== null) {
    throw spfTooManyLookups(preview.problem);
  }
  await ctx.db.transaction(async (tx) => {
    const hosted = await lockHostedMail(tx, ctx, domainName);
    const merged = await readMerge(tx, ctx, hosted);
    if (merged.after !== preview.after) {
      throw spfChanged();
    }
    await replaceZoneTexts(tx, ctx, hosted.zone, {
      value: quotedStrings(merged.after),
      isOne: isSpf,
      message: "SPF record, merged with that of mail",
    });
    await scheduleDnsCheck(tx, hosted.mailDomain, await ctx.clock.now());
  });
  return preview;
}

async function readMerge(
  db: Queryable,
  { mailDnsSettings }: Pick<MailPorts, "mailDnsSettings"> & Pick<Ctx, "actor">,
  { zone }: HostedMail,
): Promise<Pick<MailSpfMerge, "before" | "after">> {
  if (!mailDnsSettings) {
    throw mailNotConfigured();
  }
  const before = readZoneTexts(await readZoneRecords(db, zone), zone.name)
    .map(({ text }) => text)
    .filter(isSpf);
  return { before, after: mergeSpf(before, spfMechanismOf(mailDnsSettings)) };
}
