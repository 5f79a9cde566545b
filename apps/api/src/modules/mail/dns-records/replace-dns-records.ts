import type { MailDnsRecordKey, MailZoneRecord } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { releaseManaged, replaceWithManaged } from "../../dns/index.ts";
import { mailRecordNotManaged } from "../errors.ts";
import type { MailPorts } from "../ports.ts";
import { findExpectedRecords } from "../zone-records/find-expected-records.ts";
import { wantedRecordsOf } from "../zone-records/policies/wanted-records-policy.ts";
import { scheduleDnsCheck } from "./check-due-dns-records.ts";
import { lockHostedMail, requireBothRights } from "./lock-hosted-mail.ts";

type Act = { domainName: string } & MailDnsRecordKey;
export type ReplaceCtx = WorkspaceCtx & Pick<MailPorts, "mailDnsSettings">;

/**
 * Puts the records of one name and type into the zone, in place of what people have there, and manages them from then on.
 * A version of the zone keeps the old ones.
 */
export async function replaceMailDnsRecords(
  ctx: ReplaceCtx,
  { domainName, name, type }: Act,
): Promise<MailZoneRecord> {
  requireBothRights(ctx);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { mailDomain, zone } = await lockHostedMail(tx, ctx, domainName);
    const { expected } = await findExpectedRecords(tx, ctx, mailDomain);
    const wanted = wantedRecordsOf(expected).find((set) => set.name === name && set.type === type);
    if (!wanted) {
      throw notListed();
    }
    const values = await replaceWithManaged(tx, ctx, zone, {
      manager: "mail",
      wanted,
      message: `Mail records in place of others: ${type} ${name}`,
    });
    await scheduleDnsCheck(tx, mailDomain, now);
    return { state: "managed", present: [{ name, type, values }], replaceable: true };
  });
}

/** Leaves records to people, as they are. Mail doesn't change them anymore. */
export async function releaseMailDnsRecords(
  ctx: WorkspaceCtx,
  { domainName, name, type }: Act,
): Promise<MailZoneRecord> {
  requireBothRights(ctx);
  return ctx.db.transaction(async (tx) => {
    const { zone } = await lockHostedMail(tx, ctx, domainName, { isDeactivatedToo: true });
    const message = `No longer managed by mail: ${type} ${name}`;
    const values = await releaseManaged(tx, ctx, zone, { manager: "mail", name, type, message });
    if (!values) {
      throw mailRecordNotManaged();
    }
    return { state: "unmanaged", present: [{ name, type, values }], replaceable: true };
  });
}

const notListed = () =>
  invalid([
    { pointer: "/name", message: "Mail needs no record of this name and type. See the list of records." },
  ]);
