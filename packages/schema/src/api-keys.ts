import { z } from "zod";
import { domainLimit } from "./people.ts";
import { noControlCharacters, timestamp, typeId } from "./primitives.ts";
import { apiKeyScope } from "./rights.ts";

const keyName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(100, "must be at most 100 characters")
  .regex(noControlCharacters, "must not contain control characters");

/** RFC 4632 and RFC 4291: one address, or a network with its prefix length. */
export const ipRange = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: "must be an IP address or a network such as 203.0.113.0/24",
  })
  .meta({ description: "An IP address or a network in CIDR form", examples: ["203.0.113.0/24"] });

const scopes = z
  .array(apiKeyScope)
  .min(1, "must allow at least one thing")
  .transform((list) => [...new Set(list)].sort());
const ipRanges = z
  .array(ipRange)
  .min(1, "must name at least one address or network")
  .max(50, "must name at most 50 addresses and networks")
  .nullable()
  .meta({ description: "From where the key works; null from anywhere" });
const expiresAt = timestamp.nullable().meta({ description: "When the key stops working; null for never" });

export const apiKeyInput = z
  .strictObject({
    name: keyName,
    scopes,
    domainNames: domainLimit.optional(),
    ipRanges: ipRanges.optional(),
    expiresAt: expiresAt.optional(),
  })
  .meta({ id: "ApiKeyInput" });
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** What a key may do is settled when it is made: only its name and from where it works can change. */
export const apiKeyPatch = z
  .strictObject({ name: keyName.optional(), ipRanges: ipRanges.optional() })
  .meta({ id: "ApiKeyPatch" });
export type ApiKeyPatch = z.infer<typeof apiKeyPatch>;

export const apiKeyRollInput = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(86_400)
      .meta({ description: "How long the old key works on beside the new one" }),
    expiresAt: expiresAt.optional().meta({ description: "Of the new key; as the old one's where left out" }),
  })
  .meta({ id: "ApiKeyRollInput" });
export type ApiKeyRollInput = z.infer<typeof apiKeyRollInput>;

export const apiKeyStatus = z.enum(["active", "expired", "revoked"]);
export const apiKey = z
  .object({
    id: typeId("key", "Id of the API key"),
    name: z.string(),
    start: z.string().meta({ description: "The key's first characters", examples: ["zp_4fK2"] }),
    status: apiKeyStatus,
    scopes: z.array(apiKeyScope),
    domainNames: z.array(z.string()).nullable(),
    ipRanges: z.array(z.string()).nullable(),
    createdBy: z.string(),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().meta({ description: "To the minute" }),
    lastUsedIpAddress: z.string().nullable(),
    rolledToId: z.string().nullable().meta({ description: "The key that takes its place" }),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyCreated = apiKey
  .extend({
    key: z.string().optional().meta({ description: "The key itself, in this answer alone" }),
  })
  .meta({ id: "ApiKeyCreated" });
export type ApiKeyCreated = z.infer<typeof apiKeyCreated>;
/** How many keys of a workspace can work at the same time, those not counted that another has taken the place of. */
export const apiKeyLimit = 100;
/** How long a key that no longer works stays in the list. */
export const apiKeyListedDays = 30;
export const apiKeyParameters = z.object({ id: typeId("key", "Id of the API key") });
