import { z } from "zod";
import { serverAwayReasons } from "../dnssec/dnssec.ts";
import { dsRecord } from "../dnssec/ds-record.ts";
import { renewalFields } from "../payments/renewal-fields.ts";
import { cents, currency, timestamp, typeId, warning } from "../primitives.ts";
import { nextActors } from "../status.ts";
import {
  domainBatchLimit,
  domainOperationKinds,
  domainOperationStates,
  domainStatuses,
} from "../vocabulary.ts";
import { domainContactsInput } from "./contacts.ts";
import { nameserverList } from "./domain-inputs.ts";
import { domainName } from "./domain-name.ts";
import { domain, domainHistoryEvent } from "./domains.ts";

export { domainBatchLimit, domainOperationKinds, domainOperationStates } from "../vocabulary.ts";
export * from "./domain-inputs.ts";

/** The effect of new nameservers on a domain: on its validation, its mail, and whether it resolves. */
export const nameserverPreflight = z
  .object({
    outcome: z.enum(["works", "breaks", "unknown"]).meta({
      description:
        "`works`: nothing speaks against the change. `breaks`: the domain would stop resolving or validating, or lose mail; see `problems`. `unknown`: some nameservers did not answer, or too little is known.",
    }),
    problems: z.array(warning).meta({
      description: "What would break: `would_not_resolve`, `mail_would_break` or `dnssec_would_break`",
    }),
    warnings: z.array(warning),
  })
  .meta({ id: "NameserverPreflight" });
export type NameserverPreflight = z.infer<typeof nameserverPreflight>;

/** Whether a domain's nameservers answer, and where its website and mail are, as the public DNS shows it. */
export const dnsStatus = z
  .object({
    nameservers: z.array(
      z.object({
        host: z.string(),
        state: z.enum(["answers", ...serverAwayReasons]).meta({
          description:
            "`answers`: it is authoritative for the domain. `unresolvable`: its name has no address. `timeout`: it didn't respond. `refused`: it refused the query, or failed. `not_authoritative`: it doesn't serve the domain. `private_address`: its address isn't public, so it wasn't queried. `malformed`: its response couldn't be parsed. `busy`: too many checks were running, so it wasn't queried.",
        }),
      }),
    ),
    website: z
      .object({
        state: z.enum(["found", "missing", "private_address", "unknown"]).meta({
          description: "`unknown`: no resolver responded",
        }),
        addresses: z.array(z.string()),
      })
      .meta({ description: "The IP addresses of the domain itself" }),
    mailHosts: z
      .array(z.string())
      .nullable()
      .meta({ description: "The hosts of its MX records. null: no nameserver answered." }),
  })
  .meta({ id: "DnsStatus" });
export type DnsStatus = z.infer<typeof dnsStatus>;

export const nameserver = z
  .object({ host: z.string(), addresses: z.array(z.string()) })
  .meta({ id: "Nameserver" });
export type Nameserver = z.infer<typeof nameserver>;

export type DomainOperationKind = (typeof domainOperationKinds)[number];

/** A change that takes time at a registry. */
export const domainOperation = z
  .object({
    id: typeId("dop", "ID of the operation"),
    kind: z.enum(domainOperationKinds),
    domainName: z.string(),
    state: z.enum(domainOperationStates),
    reason: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Why the operation failed, or what it is waiting for" }),
    waitsUntil: timestamp.nullable().meta({
      description: "The deadline for the other party to act. The operation then continues automatically.",
    }),
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

/** The result of a dry run. */
export const domainOperationPreview = z
  .object({
    dryRun: z.literal(true),
    kind: z.enum(domainOperationKinds),
    domainName: z.string(),
    wouldSucceed: z.boolean(),
    years: z.int().nullable(),
    priceCents: cents.nullable(),
    currency: currency.nullable(),
    expiresAt: timestamp.nullable().meta({ description: "The domain's new `expiresAt`" }),
    problems: z
      .array(z.object({ code: z.string(), message: z.string(), pointer: z.string().nullable() }))
      .meta({ description: "Why the request would be refused" }),
    warnings: z.array(warning),
  })
  .meta({ id: "DomainOperationPreview" });
export type DomainOperationPreview = z.infer<typeof domainOperationPreview>;

export const domainOperationParameters = z.strictObject({ id: typeId("dop", "ID of the operation") });
export const domainOperationsQuery = z.strictObject({
  name: domainName.optional().meta({ description: "Only operations of this domain" }),
  state: z.enum(domainOperationStates).optional(),
});
export type DomainOperationsQuery = z.infer<typeof domainOperationsQuery>;

/** Settings of a domain. One per request: if the registry refuses it, no other setting is affected. */
export const domainPatch = z
  .strictObject({
    autoRenew: z.boolean().optional(),
    whoisPrivacy: z.boolean().optional(),
    locked: z
      .boolean()
      .optional()
      .meta({ description: "Whether the domain is locked against transfers to other registrars" }),
  })
  .refine((patch) => Object.keys(patch).length === 1, "Send exactly one setting.")
  .meta({ id: "DomainPatch" });
export type DomainPatch = z.infer<typeof domainPatch>;

export const authCodeOnce = z
  .object({
    authCode: z.string().meta({ description: "Returned only in this response" }),
    expiresAt: timestamp.meta({ description: "When the auth code expires" }),
  })
  .meta({ id: "AuthCodeOnce" });
export type AuthCodeOnce = z.infer<typeof authCodeOnce>;

/** Why a domain is in its status, who acts next, and until when. */
export const statusExplanation = z
  .object({
    code: z.string().meta({
      description:
        "A stable code for the situation, such as `active`, `renewal_failed`, `expired_in_grace` or `in_redemption`",
    }),
    nextActor: z.enum(nextActors),
    until: timestamp.nullable(),
  })
  .meta({ id: "StatusExplanation" });
export type StatusExplanation = z.infer<typeof statusExplanation>;

/** How a domain's renewal stands, as `GET /renewals` has it. */
export const domainRenewal = z.object(renewalFields).meta({ id: "DomainRenewal" });
export type DomainRenewal = z.infer<typeof domainRenewal>;

/** A domain with all the details of its page. */
export const domainDetails = domain
  .extend({
    unicodeName: z.string(),
    explanation: statusExplanation,
    nameservers: z.array(nameserver),
    dsRecords: z.array(dsRecord),
    locked: z.boolean(),
    registryStatuses: z.array(z.string()),
    renewsAt: timestamp
      .nullable()
      .meta({ description: "When the domain renews automatically. Null if it does not." }),
    renewal: domainRenewal.nullable().meta({
      description: "Null unless the domain is `active` or `expired`",
    }),
    deletesAt: timestamp.nullable().meta({ description: "When the domain is deleted if it is not renewed" }),
    authCodeExpiresAt: timestamp.nullable(),
    operation: domainOperation.nullable().meta({ description: "The operation in progress, if any" }),
  })
  .meta({ id: "DomainDetails" });
export type DomainDetails = z.infer<typeof domainDetails>;

export const nameserversResult = domainDetails
  .extend({
    warnings: z
      .array(warning)
      .optional()
      .meta({ description: "Nameservers that could not be looked up, and the results of a check" }),
  })
  .meta({ id: "NameserversResult" });
export type NameserversResult = z.infer<typeof nameserversResult>;

/** The roles that a batch assigns; a role that isn't named keeps its contact. */
const batchContacts = domainContactsInput
  .partial()
  .refine(
    ({ registrantId, adminId, techId }) => Boolean(registrantId ?? adminId ?? techId),
    "Choose a contact for at least one role.",
  )
  .meta({
    description:
      "The contacts to assign. Unlike in `PUT /domains/{name}/contacts`, roles that you omit keep their contact.",
  });
export type BatchContacts = z.infer<typeof batchContacts>;

export const domainBatchInput = z
  .strictObject({
    names: z
      .array(domainName)
      .min(1, "Enter at least one domain.")
      .max(domainBatchLimit, `Enter at most ${domainBatchLimit} domains.`),
    change: z.union(
      [
        z.strictObject({ autoRenew: z.boolean() }),
        z.strictObject({ locked: z.boolean() }),
        z.strictObject({ whoisPrivacy: z.boolean() }),
        z.strictObject({
          nameservers: nameserverList.min(1, "Enter at least one nameserver."),
          preflight: z.literal("enforce").optional().meta({
            description: "Checks each domain first, and fails those that the change would break",
          }),
        }),
        z.strictObject({ contacts: batchContacts }),
        z.strictObject({
          deleted: z.literal(true).meta({
            description: "Deletes the domains, which also requires `domains:release`",
          }),
          confirmCount: z.int().meta({ description: "The number of different names, as confirmation" }),
        }),
      ],
      "Send one of autoRenew, locked, whoisPrivacy, nameservers, contacts or deleted.",
    ),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: "Returns what would become of each domain, without changing any" }),
  })
  .meta({ id: "DomainBatchInput" });
export type DomainBatchInput = z.infer<typeof domainBatchInput>;
export type DomainBatchChange = DomainBatchInput["change"];

const batchSettings = z
  .object({
    autoRenew: z.boolean(),
    locked: z.boolean(),
    whoisPrivacy: z.boolean(),
    nameservers: z.array(z.string()),
    contacts: z.object({
      registrantId: z.string().nullable(),
      adminId: z.string().nullable(),
      techId: z.string().nullable(),
    }),
    status: z.enum(domainStatuses),
  })
  .partial()
  .meta({ id: "DomainBatchSettings" });
export type DomainBatchSettings = z.infer<typeof batchSettings>;

export const domainBatchPreviewItem = z
  .object({
    domainName: z.string(),
    wouldSucceed: z.boolean(),
    before: batchSettings.nullable().meta({
      description: "What the change concerns, as it is now; null if the domain isn't in this workspace",
    }),
    after: batchSettings.nullable().meta({
      description: "The same after the change, equal if there is nothing to do; null if it would fail",
    }),
    problems: z.array(warning).meta({ description: "Why the change of this domain would fail" }),
    warnings: z.array(warning),
  })
  .meta({ id: "DomainBatchPreviewItem" });
export type DomainBatchPreviewItem = z.infer<typeof domainBatchPreviewItem>;

/** The result of a dry run. */
export const domainBatchPreview = z
  .object({
    dryRun: z.literal(true),
    total: z.int(),
    wouldSucceedCount: z.int(),
    wouldFailCount: z.int(),
    items: z.array(domainBatchPreviewItem),
  })
  .meta({ id: "DomainBatchPreview" });
export type DomainBatchPreview = z.infer<typeof domainBatchPreview>;

export const domainBatchItem = z
  .object({
    domainName: z.string(),
    state: z.enum(["waiting", "succeeded", "failed"]),
    reason: z.object({ code: z.string(), message: z.string() }).nullable().meta({
      description:
        "Why the change failed, or `accepted_by_registry` if the registry completes it later as a domain operation",
    }),
  })
  .meta({ id: "DomainBatchItem" });
export type DomainBatchItem = z.infer<typeof domainBatchItem>;

export const domainBatch = z
  .object({
    id: typeId("dba", "ID of the batch"),
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
export const domainBatchParameters = z.strictObject({ id: typeId("dba", "ID of the batch") });
