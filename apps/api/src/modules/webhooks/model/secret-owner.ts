import { webhookEndpoints } from "@zonepost/db";

/** The columns that ENCRYPTION_KEY seals. */
export const webhookSecrets = [webhookEndpoints.secretEncrypted, webhookEndpoints.nextSecretEncrypted];

/** Binds an endpoint's encrypted secret to the endpoint. */
export const secretOwner = (endpointRowId: string): string => `webhook_endpoint:${endpointRowId}`;
