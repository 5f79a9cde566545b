import { z } from "zod";
import { domainName } from "./domain-name.ts";
import { newPasswordOf, noControlCharacters, timestamp, typeId } from "./primitives.ts";

export { mailPlans } from "./vocabulary.ts";

export const mailPlanSlug = z.enum(["starter", "pro", "business"]);
export type MailPlanSlug = z.infer<typeof mailPlanSlug>;

export const mailActivationInput = z
  .strictObject({ domainName, planSlug: mailPlanSlug })
  .meta({ id: "MailActivationInput" });
export type MailActivationInput = z.infer<typeof mailActivationInput>;

/** Activates mail, or changes or renews its plan. */
export const mailPlanInput = mailActivationInput.extend({
  currentExpiresAt: timestamp.optional().meta({
    description:
      "The mail domain's current `expiresAt`. Renews active mail for a year; a repeated request never renews twice.",
  }),
});
export type MailPlanInput = z.infer<typeof mailPlanInput>;

export const mailStatus = z.enum(["active", "suspended"]);

export const mailActivation = z
  .object({
    domainName: z.string(),
    status: mailStatus,
    planSlug: mailPlanSlug,
    dkim: z.object({
      selector: z.string().meta({ examples: ["zp1"] }),
      host: z.string().meta({ examples: ["zp1._domainkey.example.com"] }),
      record: z.string().meta({
        description: "The TXT record to publish at `host`",
        examples: ["v=DKIM1; k=rsa; p=MIIBIjANBg"],
      }),
    }),
  })
  .meta({ id: "MailActivation" });
export type MailActivation = z.infer<typeof mailActivation>;

/**
 * The part before the @ of a hosted mailbox: RFC 5321 dot-atom, folded to lower case. `%` and `/` are refused because
 * mail servers expand them in paths, a leading hyphen because delivery programs would read it as an option.
 */
export const mailLocalPart = z
  .string()
  // ASCII only: the Kelvin sign would fold to a k.
  .transform((value) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  .pipe(
    z
      .string()
      .min(1, "Enter the part before the @.")
      .max(64, "Use at most 64 characters.")
      .regex(
        /^(?!-)[a-z0-9!#$&'*+=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+=?^_`{|}~-]+)*$/,
        "Use letters, digits and .!#$&'*+-=?^_`{|}~. A dot cannot be first, last or doubled.",
      ),
  )
  .meta({ description: "The part before the @, converted to lowercase", examples: ["info"] });

export const mailAccountInput = z
  .strictObject({
    localPart: mailLocalPart,
    displayName: z
      .string()
      .trim()
      .min(1, "Enter a name.")
      .max(100, "Use at most 100 characters.")
      .regex(noControlCharacters, "Remove line breaks and other control characters."),
    password: newPasswordOf(256)
      .regex(noControlCharacters, "Remove line breaks and other control characters.")
      .optional()
      .meta({
        description:
          "At least 12 characters. Common passwords are refused. If omitted, a strong password is generated and returned once.",
      }),
  })
  .meta({ id: "MailAccountInput" });
export type MailAccountInput = z.infer<typeof mailAccountInput>;

export const mailAccount = z
  .object({
    id: typeId("mac", "ID of the account"),
    fullAddress: z.string().meta({ examples: ["info@example.com"] }),
    displayName: z.string(),
    active: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: "MailAccount" });
export type MailAccount = z.infer<typeof mailAccount>;

export const mailAccountCreated = mailAccount
  .extend({
    passwordOnce: z.string().optional().meta({
      description: "The generated password. Returned only if you sent none, and only in this response.",
    }),
  })
  .meta({ id: "MailAccountCreated" });
export type MailAccountCreated = z.infer<typeof mailAccountCreated>;

/**
 * An address as mail servers look it up: local part folded as in {@link mailLocalPart}, domain as lower-case A-labels
 * without a final dot, at most 254 octets in total (RFC 5321 4.5.3.1.3, without the angle brackets).
 */
export const mailAddress = z
  .string()
  .trim()
  .max(1024, "Use at most 254 characters.")
  .transform((value, context) => {
    const at = value.lastIndexOf("@");
    const local = mailLocalPart.safeParse(value.slice(0, Math.max(at, 0)));
    const domain = domainName.safeParse(value.slice(at + 1));
    if (at < 0) {
      context.addIssue({ code: "custom", message: "Enter an address, such as info@example.com." });
    } else if (!local.success) {
      context.addIssue({
        code: "custom",
        message: `Check the part before the @. ${local.error.issues[0]?.message}`,
      });
    } else if (!domain.success) {
      context.addIssue({
        code: "custom",
        message: `Check the part after the @. ${domain.error.issues[0]?.message}`,
      });
    } else if (local.data.length + 1 + domain.data.length > 254) {
      context.addIssue({
        code: "custom",
        message: "An address has at most 254 characters in its ASCII form.",
      });
    } else {
      return `${local.data}@${domain.data}`;
    }
    return z.NEVER;
  })
  .meta({ description: "Email address", examples: ["info@example.com"] });

export const mailAliasInput = z
  .strictObject({
    fromAddress: mailAddress.meta({ description: "The alias address, on a domain with active mail" }),
    toAddress: mailAddress.meta({
      description: "The address that receives the mail, on this or any other domain",
    }),
  })
  .meta({ id: "MailAliasInput" });
export type MailAliasInput = z.infer<typeof mailAliasInput>;

export const mailAliasTarget = z
  .object({
    address: z.string(),
    external: z.boolean().meta({ description: "Whether it is outside this workspace's mail domains" }),
    state: z.enum(["active", "waiting_for_confirmation"]).meta({
      description: "An external address receives nothing until its owner has confirmed it by email.",
    }),
  })
  .meta({ id: "MailAliasTarget" });
export type MailAliasTarget = z.infer<typeof mailAliasTarget>;

export const mailAlias = z
  .object({
    id: typeId("mal", "ID of the alias"),
    fromAddress: z.string(),
    toAddress: z.string().meta({ description: "The first of `toAddresses`" }),
    toAddresses: z.array(mailAliasTarget),
    createdAt: timestamp,
  })
  .meta({ id: "MailAlias" });
export type MailAlias = z.infer<typeof mailAlias>;

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
  })
  .meta({ id: "MailDomain" });
export type MailDomain = z.infer<typeof mailDomain>;

export const mailDomainPatch = z.strictObject({ autoRenew: z.boolean() }).meta({ id: "MailDomainPatch" });
export type MailDomainPatch = z.infer<typeof mailDomainPatch>;

/** A signing key is published, then signs, then only verifies mail on its way, and is deleted at last. */
export const dkimStage = z.enum(["pending", "active", "retiring", "retired"]);
export type DkimStage = z.infer<typeof dkimStage>;

export const mailEventKind = z.enum([
  "received",
  "refused",
  "filtered",
  "delivered",
  "forwarded",
  "sent",
  "deferred",
  "bounced",
]);
export type MailEventKind = z.infer<typeof mailEventKind>;

export const mailDnsPurpose = z.enum([
  "mx",
  "spf",
  "dkim",
  "dmarc",
  "mta_sts",
  "tls_rpt",
  "autoconfig",
  "autodiscover",
  "srv",
]);
export type MailDnsPurpose = z.infer<typeof mailDnsPurpose>;

export const mailDnsRecord = z
  .object({
    purpose: mailDnsPurpose,
    name: z.string().meta({ examples: ["example.com"] }),
    type: z.enum(["MX", "TXT", "CNAME", "SRV"]),
    expected: z.string(),
    seen: z.array(z.object({ nameserver: z.string(), values: z.array(z.string()) })),
    status: z.enum(["ok", "missing", "wrong", "differs", "unknown"]),
    severity: z.enum(["error", "warning", "note"]),
    hint: z.string(),
  })
  .meta({ id: "MailDnsRecord" });
export type MailDnsRecord = z.infer<typeof mailDnsRecord>;

export const mailDomainParameters = z.strictObject({ domainName });
