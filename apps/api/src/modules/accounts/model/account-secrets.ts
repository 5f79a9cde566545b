import { outgoingEmails, twoFactors } from "@zonepost/db";
import type { SealedColumn } from "../../../kernel/database/sealed-column.ts";

/** The owner that an email's content is sealed for. */
export const emailSecretOwner = (id: string) => `outgoing_email:${id}`;

/** The owner that a person's second factor is sealed for. */
export const twoFactorOwner = (userId: string) => `two_factor:${userId}`;

/** The columns that ENCRYPTION_KEY seals. */
export const accountSecrets: readonly SealedColumn[] = [
  {
    column: outgoingEmails.contentEncrypted,
    id: outgoingEmails.id,
    ownerId: outgoingEmails.id,
    ownerOf: emailSecretOwner,
    values: "emails",
  },
  {
    column: twoFactors.secretEncrypted,
    id: twoFactors.userId,
    ownerId: twoFactors.userId,
    ownerOf: twoFactorOwner,
    values: "two-factor secrets",
  },
];
