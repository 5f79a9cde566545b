import { z } from "zod";
import { domainContactsInput } from "./contacts.ts";
import { dsRecord } from "./dnssec.ts";
import { domainName } from "./domain-name.ts";
import { domain, domainHistoryEvent } from "./domains.ts";
import { cents, currency, timestamp, typeId, warning } from "./primitives.ts";

const ipAddress = z
  .union([z.ipv4(), z.ipv6()], "must be an IPv4 or IPv6 address")
  .meta({ examples: ["192.0.2.53"] });

/** A nameserver; addresses (glue) only where it lies under the domain itself. */
export const nameserverInput = z
  .strictObject({
    host: domainName,
    addresses: z.array(ipAddress).max(13, "must be at most 13 addresses").default([]),
  })
  .meta({ id: "NameserverInput" });
export type NameserverInput = z.infer<typeof nameserverInput>;

const nameserverList = z.array(nameserverInput).max(13, "must be at most 13 nameservers");

export const nameserversInput = z
  .strictObject({ nameservers: nameserverList })
  .meta({ id: "NameserversInput" });
export type NameserversInput = z.infer<typeof nameserversInput>;

export const nameserver = z
  .object({ host: z.string(), addresses: z.array(z.string()) })
  .meta({ id: "Nameserver" });
export type Nameserver = z.infer<typeof nameserver>;

const years = z.int("must be a whole number").min(1, "must be 1 to 10").max(10, "must be 1 to 10");
const dryRun = z
  .boolean()
  .default(false)
  .meta({ description: "Says what would happen and what it would cost, and does nothing" });
const expectedPriceCents = cents
  .optional()
  .meta({ description: "The price that the caller saw: another one is refused. Premium names need it" });

export const registrationInput = z
  .strictObject({
    name: domainName,
    years: years.default(1),
    contacts: domainContactsInput,
    nameservers: nameserverList.default([]),
    autoRenew: z.boolean().default(true),
    whoisPrivacy: z.boolean().default(true),
    expectedPriceCents,
    dryRun,
  })
  .meta({ id: "RegistrationInput" });
export type RegistrationInput = z.infer<typeof registrationInput>;

export const renewalInput = z
  .strictObject({
    years: years.default(1),
    currentExpiresAt: timestamp.meta({
      description: "The domain's `expiresAt` as the caller saw it, so that a repeat never renews twice",
    }),
    expectedPriceCents,
    dryRun,
  })
  .meta({ id: "RenewalInput" });
export type RenewalInput = z.infer<typeof renewalInput>;

export const restoreInput = z.strictObject({ expectedPriceCents, dryRun }).meta({ id: "RestoreInput" });
export type RestoreInput = z.infer<typeof restoreInput>;

export const deletionInput = z
  .strictObject({
    confirmName: domainName.meta({ description: "The domain's name once more" }),
    dryRun,
  })
  .meta({ id: "DeletionInput" });
export type DeletionInput = z.infer<typeof deletionInput>;

const authCode = z
  .string()
  .trim()
  .min(6, "must have at least 6 characters")
  .max(255, "must be at most 255 characters")
  .regex(/^[\x20-\x7e]+$/, "must be printable ASCII");

export const transferInInput = z
  .strictObject({
    name: domainName,
    authCode: authCode.meta({ description: "From the registrar that holds it now" }),
    contacts: domainContactsInput,
    autoRenew: z.boolean().default(true),
    whoisPrivacy: z.boolean().default(true),
    expectedPriceCents,
    dryRun,
  })
  .meta({ id: "TransferInInput" });
export type TransferInInput = z.infer<typeof transferInInput>;

export const domainOperationKinds = [
  "registration",
  "renewal",
  "restore",
  "deletion",
  "transfer_in",
  "transfer_out",
] as const;
export type DomainOperationKind = (typeof domainOperationKinds)[number];
export const domainOperationStates = ["pending", "action_required", "succeeded", "failed"] as const;

/** Something that takes its time at a registry. */
export const domainOperation = z
  .object({
    id: typeId("dop", "Id of the operation"),
    kind: z.enum(domainOperationKinds),
    domainName: z.string(),
    state: z.enum(domainOperationStates),
    reason: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Why it failed, or what it waits for" }),
    waitsUntil: timestamp
      .nullable()
      .meta({ description: "When it goes on by itself, where somebody else has until then to act" }),
    years: z.int().nullable(),
    priceCents: cents.nullable(),
    currency: currency.nullable(),
    requestedBy: domainHistoryEvent.shape.actor,
    createdAt: timestamp,
    updatedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "DomainOperation" });
export type DomainOperation = z.infer<typeof domainOperation>;

/** What a dry run answers. */
export const domainOperationPreview = z
  .object({
    dryRun: z.literal(true),
    kind: z.enum(domainOperationKinds),
    domainName: z.string(),
    wouldSucceed: z.boolean(),
    years: z.int().nullable(),
    priceCents: cents.nullable(),
    currency: currency.nullable(),
    expiresAt: timestamp.nullable().meta({ description: "What `expiresAt` would become" }),
    problems: z
      .array(z.object({ code: z.string(), message: z.string(), pointer: z.string().nullable() }))
      .meta({ description: "Why it would be refused" }),
    warnings: z.array(warning),
  })
  .meta({ id: "DomainOperationPreview" });
export type DomainOperationPreview = z.infer<typeof domainOperationPreview>;

export const domainOperationParameters = z.strictObject({ id: typeId("dop", "Id of the operation") });
export const domainOperationsQuery = z.strictObject({
  name: domainName.optional().meta({ description: "Only those of this domain" }),
  state: z.enum(domainOperationStates).optional(),
});
export type DomainOperationsQuery = z.infer<typeof domainOperationsQuery>;

/** Settings of a domain. Each is done by itself: one that the registry refuses leaves the others unchanged. */
export const domainPatch = z
  .strictObject({
    autoRenew: z.boolean().optional(),
    whoisPrivacy: z.boolean().optional(),
    locked: z.boolean().optional().meta({ description: "Whether transfers to other registrars are refused" }),
  })
  .refine((patch) => Object.keys(patch).length === 1, "name exactly one setting")
  .meta({ id: "DomainPatch" });
export type DomainPatch = z.infer<typeof domainPatch>;

export const authCodeOnce = z
  .object({
    authCode: z.string().meta({ description: "Shown this once" }),
    expiresAt: timestamp.meta({ description: "When it is replaced by one that nobody knows" }),
  })
  .meta({ id: "AuthCodeOnce" });
export type AuthCodeOnce = z.infer<typeof authCodeOnce>;

/** Why a domain is in its status, who acts next, and until when. */
export const statusExplanation = z
  .object({
    code: z.string().meta({
      description: "A stable word for the situation, such as `active`, `expired_in_grace`, `in_redemption`",
    }),
    nextActor: z.enum(["you", "zonepost", "registry", "other_registrar", "nobody"]),
    until: timestamp.nullable(),
  })
  .meta({ id: "StatusExplanation" });
export type StatusExplanation = z.infer<typeof statusExplanation>;

/** A domain with all that its page shows. */
export const domainDetails = domain
  .extend({
    unicodeName: z.string(),
    explanation: statusExplanation,
    nameservers: z.array(nameserver),
    dsRecords: z.array(dsRecord),
    locked: z.boolean(),
    registryStatuses: z.array(z.string()),
    renewsAt: timestamp.nullable().meta({ description: "When it renews by itself; null where it does not" }),
    deletesAt: timestamp.nullable().meta({ description: "When it is let go unless it is renewed before" }),
    authCodeExpiresAt: timestamp.nullable(),
    operation: domainOperation.nullable().meta({ description: "The operation that is under way" }),
  })
  .meta({ id: "DomainDetails" });
export type DomainDetails = z.infer<typeof domainDetails>;

export const nameserversResult = domainDetails
  .extend({
    warnings: z.array(warning).optional().meta({ description: "Hosts that could not be looked up now" }),
  })
  .meta({ id: "NameserversResult" });
export type NameserversResult = z.infer<typeof nameserversResult>;

/** How many domains one batch may change. */
export const domainBatchLimit = 1000;

export const domainBatchInput = z
  .strictObject({
    names: z
      .array(domainName)
      .min(1, "must name at least one domain")
      .max(domainBatchLimit, `must name at most ${domainBatchLimit} domains`),
    change: z.union(
      [
        z.strictObject({ autoRenew: z.boolean() }),
        z.strictObject({ locked: z.boolean() }),
        z.strictObject({ whoisPrivacy: z.boolean() }),
        z.strictObject({ nameservers: nameserverList.min(1, "must name at least one nameserver") }),
      ],
      "must be one of autoRenew, locked, whoisPrivacy and nameservers",
    ),
  })
  .meta({ id: "DomainBatchInput" });
export type DomainBatchInput = z.infer<typeof domainBatchInput>;
export type DomainBatchChange = DomainBatchInput["change"];

export const domainBatchItem = z
  .object({
    domainName: z.string(),
    state: z.enum(["waiting", "succeeded", "failed"]),
    reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "DomainBatchItem" });
export type DomainBatchItem = z.infer<typeof domainBatchItem>;

export const domainBatch = z
  .object({
    id: typeId("dba", "Id of the batch"),
    state: z.enum(["running", "finished"]),
    change: z.record(z.string(), z.unknown()),
    total: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    requestedBy: domainHistoryEvent.shape.actor,
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "DomainBatch" });
export type DomainBatch = z.infer<typeof domainBatch>;

export const domainBatchDetails = domainBatch
  .extend({ items: z.array(domainBatchItem) })
  .meta({ id: "DomainBatchDetails" });
export type DomainBatchDetails = z.infer<typeof domainBatchDetails>;
export const domainBatchParameters = z.strictObject({ id: typeId("dba", "Id of the batch") });
