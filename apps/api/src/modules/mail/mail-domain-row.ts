import type { mailDomains } from "@zonepost/db";
import type { MailActivation } from "@zonepost/schema";
import { dkimRecord } from "./policy.ts";

export type MailDomainRow = typeof mailDomains.$inferSelect;

/** The owner that a DKIM private key is sealed for. */
export const dkimKeyOwner = (mailDomainId: string): string => `mail_domain:${mailDomainId}`;

export function activationOfRow(
  row: Pick<MailDomainRow, "domainName" | "status" | "planSlug" | "dkimSelector" | "dkimPublicKey">,
): MailActivation {
  return {
    domainName: row.domainName,
    status: row.status,
    planSlug: row.planSlug,
    dkim: dkimRecord({
      selector: row.dkimSelector,
      domainName: row.domainName,
      publicKey: row.dkimPublicKey,
    }),
  };
}
