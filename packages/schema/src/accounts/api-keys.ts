import { z } from "zod";
import { displayName } from "../lines.ts";
import { ipRange } from "../network.ts";
import { timestamp, timestampInput, typeId } from "../primitives.ts";
import { domainLimit } from "./people.ts";
import { type ApiKeyScope, apiKeyScopes } from "./rights.ts";

export { ipRange } from "../network.ts";

export const apiKeyScope = z
  .enum(apiKeyScopes as [ApiKeyScope, ...ApiKeyScope[]])
  .meta({ id: "ApiKeyScope", description: "A permission of an API key" });

const scopes = z
  .array(apiKeyScope)
  .min(1, "Choose at least one permission.")
  .transform((list) => [...new Set(list)].sort());
const ipRanges = z
  .array(ipRange)
  .min(1, "Enter at least one address or network.")
  .max(50, "Enter at most 50 addresses and networks.")
  .nullable()
  .meta({ description: "The addresses that may use the key. Null if it works from anywhere." });
const expiresAt = timestampInput
  .nullable()
  .meta({ description: "When the key expires. Null if it never does." });

const monthlyLimitCents = z
  .int("Enter an amount.")
  .min(1, "Enter an amount above 0.")
  .max(100_000_000_00, "Enter at most 100,000,000.")
  .nullable()
  .meta({
    description:
      "The most that orders of the key can cost per calendar month (UTC), with tax, in the currency's minor unit. Null if there is no limit.",
    examples: [5000],
  });

export const apiKeyInput = z
  .strictObject({
    name: displayName,
    scopes,
    domainNames: domainLimit.optional(),
    ipRanges: ipRanges.optional(),
    expiresAt: expiresAt.optional(),
    monthlyLimitCents: monthlyLimitCents.optional(),
  })
  .meta({ id: "ApiKeyInput" });
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** Scopes and limits never change after creation; only the name and the allowed addresses can. */
export const apiKeyPatch = z
  .strictObject({ name: displayName.optional(), ipRanges: ipRanges.optional() })
  .meta({ id: "ApiKeyPatch" });
export type ApiKeyPatch = z.infer<typeof apiKeyPatch>;

export const apiKeyRollInput = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(86_400)
      .meta({ description: "How long the old key keeps working after the new one is created" }),
    expiresAt: expiresAt
      .optional()
      .meta({ description: "When the new key expires. Defaults to the old key's expiry." }),
  })
  .meta({ id: "ApiKeyRollInput" });
export type ApiKeyRollInput = z.infer<typeof apiKeyRollInput>;

export const apiKeyStatus = z.enum(["active", "expired", "revoked"]);
export const apiKey = z
  .object({
    id: typeId("key", "ID of the API key"),
    name: z.string(),
    start: z.string().meta({ description: "The first characters of the key", examples: ["zp_4fK2"] }),
    status: apiKeyStatus,
    scopes: z.array(apiKeyScope),
    domainNames: z.array(z.string()).nullable(),
    ipRanges: z.array(z.string()).nullable(),
    monthlyLimitCents,
    createdBy: z.string(),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: "When the key was last used, to the minute" }),
    lastUsedIpAddress: z.string().nullable(),
    rolledToId: z.string().nullable().meta({ description: "The ID of the key that replaced this one" }),
    heldAt: timestamp.nullable().meta({
      description:
        "When the key was turned off because the installation was restored from a backup, in which it may not have been revoked yet. It returns 401 with `api_key_held` until an owner reactivates it. Null if it is on.",
    }),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyCreated = apiKey
  .extend({
    key: z.string().optional().meta({ description: "The key itself. Returned only in this response." }),
  })
  .meta({ id: "ApiKeyCreated" });
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>;
/** The maximum number of active keys in a workspace, without those that a roll has replaced. */
export const apiKeyLimit = 100;
/** How long an expired or revoked key stays in the list. */
export const apiKeyListedDays = 30;
export const apiKeyParameters = z.object({ id: typeId("key", "ID of the API key") });
