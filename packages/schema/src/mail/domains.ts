import { z } from "zod";
import { domainName } from "../domain-name.ts";
import { timestamp } from "../primitives.ts";
import { dkimRotationDays, mailDkimRecord } from "./dkim.ts";
import { mailPlanSlug } from "./plans.ts";

export const mailStatus = z.enum(["active", "suspended"]);

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
        "`suspended`: the plan isn't paid for. Nothing is deleted, and mail is active again once the plan is paid for.",
    }),
    accountCount: z.int(),
    maxAccounts: z.int(),
    storageGigabytes: z.int(),
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
  .strictObject({ autoRenew: z.boolean(), dkimRotationDays })
  .partial()
  .meta({ id: "MailDomainPatch" });
export type MailDomainPatch = z.infer<typeof mailDomainPatch>;

export const mailDomainParameters = z.strictObject({ domainName });
