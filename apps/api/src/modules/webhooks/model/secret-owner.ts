import { webhookEndpoints } from "@zonepost/db";
import type { SealedColumn } from "../../../kernel/database/sealed-column.ts";

/** Binds an endpoint's encrypted secret to the endpoint. */
export const secretOwner = (endpointRowId: string): string => `webhook_endpoint:${endpointRowId}`;

/** The columns that ENCRYPTION_KEY seals. */
export const webhookSecrets: readonly SealedColumn[] = [
  webhookEndpoints.secretEncrypted,
  webhookEndpoints.nextSecretEncrypted,
].map((column) => ({
  column,
  id: webhookEndpoints.id,
  ownerId: webhookEndpoints.id,
  ownerOf: secretOwner,
  values: "webhook secrets",
}));
