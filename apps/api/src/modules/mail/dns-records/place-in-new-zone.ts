import type { Transaction } from "@zonepost/db";
import { findUsableMail, type PlacingCtx, placeMailRecords } from "../zone-records/place-mail-records.ts";
import { scheduleDnsCheck } from "./check-due-dns-records.ts";

/**
 * Mail whose domain gets a zone here. It isn't locked: the name of the zone is, for which an activation waits. A key
 * that is created meanwhile follows with the next check.
 */
export async function placeInNewZone(
  tx: Transaction,
  ctx: PlacingCtx,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<void> {
  const mailDomain = await findUsableMail(tx, ctx, { workspaceId, domainName: name });
  if (mailDomain?.deactivatedAt !== null) {
    return;
  }
  await placeMailRecords(tx, ctx, mailDomain, { isStart: true });
  await scheduleDnsCheck(tx, mailDomain, await ctx.clock.now());
}
