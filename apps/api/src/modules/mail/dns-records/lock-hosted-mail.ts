import type { Transaction } from "@zonepost/db";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findServingZone, lockServingZone } from "../../dns/index.ts";
import { mailZoneMissing } from "../errors.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";

type Zone = NonNullable<Awaited<ReturnType<typeof lockServingZone>>>;
export type HostedMail = { mailDomain: MailDomainRow; zone: Zone };

/** Changes of records that people manage take both rights. */
export function requireBothRights({ actor }: WorkspaceCtx): void {
  requireRight(actor, "mail:write");
  requireRight(actor, "zones:write");
}

export async function getHostedMail(ctx: WorkspaceCtx, domainName: string): Promise<HostedMail> {
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const zone = await findServingZone(ctx.db, zoneOf(mailDomain));
  return { mailDomain, zone: requireZone(zone, domainName) };
}

/** In this order, as whatever changes the mail domain does. */
export async function lockHostedMail(
  tx: Transaction,
  ctx: WorkspaceCtx,
  domainName: string,
  { isDeactivatedToo = false } = {},
): Promise<HostedMail> {
  const mailDomain = await lockOwnMailDomain(tx, ctx, domainName, { isDeactivatedToo });
  const zone = await lockServingZone(tx, zoneOf(mailDomain));
  return { mailDomain, zone: requireZone(zone, domainName) };
}

const zoneOf = ({ workspaceId, domainName }: MailDomainRow) => ({ workspaceId, zoneName: domainName });

function requireZone(zone: Zone | undefined, domainName: string): Zone {
  if (!zone) {
    throw mailZoneMissing(domainName);
  }
  return zone;
}
