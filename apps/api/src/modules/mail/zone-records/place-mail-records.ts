import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { placeManagedRecords } from "../../dns/index.ts";
import { isCurrent, isNotErasedAt, type MailDomainRow } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import { findExpectedRecords } from "./find-expected-records.ts";
import { isSpf } from "./policies/spf-mechanism-policy.ts";
import { wantedRecordsOf } from "./policies/wanted-records-policy.ts";
import { quotedStrings } from "./policies/zone-value-policy.ts";

export type PlacingCtx = Ctx & Pick<MailPorts, "mailDnsSettings">;
type MailName = Pick<MailDomainRow, "id" | "workspaceId" | "domainName">;

/**
 * Puts what mail needs into the workspace's zone of the domain, if it has one. In the transaction of what changes it,
 * under the lock of the mail domain. With `isStart`, also an SPF record if there is none, and it takes over the same
 * records of people. Returns true if the zone has changed.
 */
export async function placeMailRecords(
  tx: Transaction,
  ctx: PlacingCtx,
  mailDomain: MailName,
  { isStart = false, locksName = false } = {},
): Promise<boolean> {
  const { workspaceId, domainName } = mailDomain;
  // Without mail servers, nothing is known about the records, which stay.
  if (!ctx.mailDnsSettings) {
    return false;
  }
  const { expected } = await findExpectedRecords(tx, ctx, mailDomain);
  const spf = expected.find(({ purpose }) => purpose === "spf");
  return placeManagedRecords(tx, ctx, {
    workspaceId,
    zoneName: domainName,
    manager: "mail",
    wanted: wantedRecordsOf(expected),
    isStart,
    locksName,
    text: isStart && spf ? { value: quotedStrings(spf.expected), isOne: isSpf } : undefined,
    message: "Mail records",
  });
}

/** Once mail is erased. The SPF record stays, since other services may depend on it. */
export async function withdrawMailRecords(
  tx: Transaction,
  ctx: Ctx,
  { workspaceId, domainName }: Omit<MailName, "id">,
): Promise<void> {
  if (!(await findUsableMail(tx, ctx, { workspaceId, domainName }))) {
    await placeManagedRecords(tx, ctx, {
      workspaceId,
      zoneName: domainName,
      manager: "mail",
      wanted: [],
      message: "Mail records, withdrawn with the mail",
    });
  }
}

/** Also deactivated mail, which can come back. */
export async function findUsableMail(
  tx: Transaction,
  ctx: Pick<Ctx, "clock">,
  { workspaceId, domainName }: Omit<MailName, "id">,
): Promise<MailDomainRow | undefined> {
  const [row] = await tx
    .select()
    .from(mailDomains)
    .where(
      and(
        eq(mailDomains.workspaceId, workspaceId),
        eq(mailDomains.domainName, domainName),
        isCurrent,
        isNotErasedAt(await ctx.clock.now()),
      ),
    );
  return row;
}
