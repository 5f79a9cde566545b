import { domains, type Transaction } from "@zonepost/db";
import type { ContactRole, DomainStatus } from "@zonepost/schema";
import { newId } from "../../../kernel/ids.ts";
import type { DomainRow } from "./domain-row.ts";

type NewDomain = Pick<
  DomainRow,
  | "workspaceId"
  | "name"
  | "tld"
  | "registrar"
  | "autoRenew"
  | "whoisPrivacy"
  | "registeredAt"
  | "paidUntil"
  | "registryExpiresAt"
> &
  Partial<
    Pick<
      DomainRow,
      | "nameservers"
      | "dsRecords"
      | "registryStatuses"
      | "registryContacts"
      | "glue"
      | "nextNoticeAt"
      | "nextRenewalAt"
      | "nextDeletionAt"
    >
  > & { status: DomainStatus; contactIds?: Record<ContactRole, string> };

export async function insertDomain(
  tx: Transaction,
  { contactIds, ...domain }: NewDomain,
  now: Date,
): Promise<DomainRow | undefined> {
  const [row] = await tx
    .insert(domains)
    .values({
      nameservers: [],
      dsRecords: [],
      registryStatuses: [],
      ...domain,
      id: newId(),
      registrantContactId: contactIds?.registrant,
      adminContactId: contactIds?.admin,
      techContactId: contactIds?.tech,
      syncedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  return row;
}
