import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";
import { timestamp } from "../primitives.ts";
import { dkimRotationDays, mailDkimRecord } from "./dkim.ts";
import { mailPlanSlug } from "./plans.ts";

export const mailStatus = z.enum(["active", "suspended", "deactivated"]);

export const mailActivation = z
  .object({
    domainName: z.string(),
    status: mailStatus,
    planSlug: mailPlanSlug,
    dkim: mailDkimRecord,
  })
  .meta({ id: "MailActivation" });
export type MailActivation = z.infer<typeof mailActivation>;

export const mailDomain = mailActivation
  .extend({
    status: mailStatus.meta({
      description:
        "`suspended`: see `suspensionReason`. Sign-in is blocked. Incoming mail is deferred for 14 days and then refused. `deactivated`: incoming mail is refused, and everything is erased at `erasesAt`.",
    }),
    suspensionReason: z.enum(["unpaid", "by_user"]).nullable().meta({
      description:
        "Null unless `suspended`. `unpaid` ends when the plan is paid for, `by_user` when it is resumed.",
    }),
    suspendedAt: timestamp.nullable(),
    deactivatedAt: timestamp.nullable(),
    erasesAt: timestamp
      .nullable()
      .meta({ description: "When deactivated mail is erased. Until then, it can be reactivated." }),
    accountCount: z.int(),
    maxAccounts: z.int(),
    storageGigabytes: z.int(),
    usedBytes: z.int().meta({ description: "The storage that all accounts use together" }),
    activatedAt: timestamp,
    expiresAt: timestamp.meta({ description: "The date the plan is paid until" }),
    autoRenew: z.boolean(),
    renewsAt: timestamp
      .nullable()
      .meta({ description: "When the next renewal is charged; null if the plan doesn't auto-renew" }),
    renewalFailedAt: timestamp
      .nullable()
      .meta({ description: "When the last attempt to renew the plan for the next term failed" }),
    nextPlanSlug: mailPlanSlug
      .nullable()
      .meta({ description: "A lower plan that replaces the current one at the next renewal" }),
    dkimRotationDays,
    dkimRotatesAt: timestamp.nullable().meta({
      description: "When the next DKIM rotation starts; null without a schedule, and during a rotation",
    }),
  })
  .meta({ id: "MailDomain" });
export type MailDomain = z.infer<typeof mailDomain>;

export const mailDomainPatch = z
  .strictObject({
    planSlug: mailPlanSlug.optional().meta({
      description:
        "Orders this plan and charges the default card, like a `mail_plan` line. It can't be combined with other fields.",
    }),
    suspended: z.boolean().optional().meta({
      description: "True suspends the mail, false resumes it, or reactivates it if it was deactivated.",
    }),
    autoRenew: z.boolean().optional(),
    dkimRotationDays: dkimRotationDays.optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "Change at least one field.")
  .refine((patch) => patch.planSlug === undefined || Object.keys(patch).length === 1, {
    path: ["planSlug"],
    error: "Change the plan in a request of its own, because it can charge your card.",
  })
  .meta({ id: "MailDomainPatch" });
export type MailDomainPatch = z.infer<typeof mailDomainPatch>;

export const mailDomainParameters = z.strictObject({ domainName });
