import { outgoingEmails, twoFactors } from "@zonepost/db";

/** The columns that ENCRYPTION_KEY seals. */
export const accountSecrets = [outgoingEmails.contentEncrypted, twoFactors.secretEncrypted];
