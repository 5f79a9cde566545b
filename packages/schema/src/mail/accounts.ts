import { z } from "zod";
import { emailAddress } from "../email-address.ts";
import { displayName } from "../lines.ts";
import { newPasswordOf, noControlCharacters, pageQuery, timestamp, typeId } from "../primitives.ts";
import { mailLocalPart } from "./address.ts";
import { mailAliasTarget } from "./aliases.ts";
import { mailDomainParameters } from "./domains.ts";

const password = newPasswordOf(256)
  .regex(noControlCharacters, "Remove line breaks and other control characters.")
  .optional()
  .meta({
    description:
      "At least 12 characters. Common passwords are refused. If omitted, a strong password is generated and returned once.",
  });

export const mailAccountInput = z
  .strictObject({ localPart: mailLocalPart, displayName, password })
  .meta({ id: "MailAccountInput" });
export type MailAccountInput = z.infer<typeof mailAccountInput>;

export const mailAccount = z
  .object({
    id: typeId("mac", "ID of the account"),
    fullAddress: z.string().meta({ examples: ["info@example.com"] }),
    displayName: z.string(),
    active: z.boolean().meta({ description: "An inactive account can't sign in, send or receive." }),
    maySend: z.boolean(),
    mayReceive: z.boolean().meta({
      description: "If false, mail to the address is refused. The account can still sign in and send.",
    }),
    quotaMegabytes: z
      .int()
      .nullable()
      .meta({ description: "Null: the account can use all storage that the plan has left." }),
    usedBytes: z.int(),
    messageCount: z.int(),
    full: z.boolean().meta({
      description:
        "Whether the account has reached its quota, or the domain its plan's storage. New mail is refused until messages are deleted.",
    }),
    forwardTo: mailAliasTarget
      .nullable()
      .meta({ description: "The address that incoming mail is forwarded to; null without forwarding" }),
    keepCopy: z.boolean().meta({
      description: "Whether forwarded mail is also delivered here. Until it can be forwarded, it always is.",
    }),
    sendingLimitedUntil: timestamp.nullable().meta({
      description:
        "When an account that has reached its plan's recipients per hour can send again; null otherwise. Until then, further recipients are refused with a temporary error.",
    }),
    lastLoginAt: timestamp.nullable(),
    deletedAt: timestamp.nullable().meta({ description: "When it was deleted; null otherwise" }),
    erasesAt: timestamp.nullable().meta({
      description: "When a deleted account is erased with its mail. Until then it can be restored.",
    }),
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

/** The address can't be changed: create another account, and an alias for the former address. */
export const mailAccountPatch = z
  .strictObject({
    displayName: displayName.optional(),
    active: z.boolean().optional(),
    quotaMegabytes: z
      .int("Enter a whole number.")
      .min(1, "Enter at least 1 MB.")
      .max(1_048_576, "Enter at most the plan's storage.")
      .nullable()
      .optional()
      .meta({
        description:
          "At most the plan's storage. Null: no quota of its own. With a quota below its present use, the account is full at once.",
      }),
    maySend: z.boolean().optional(),
    mayReceive: z.boolean().optional(),
    forwardTo: emailAddress.nullable().optional().meta({
      description:
        "An address to forward incoming mail to, or null to stop. An address outside this workspace's mail domains gets an email, and receives nothing before it confirms.",
    }),
    keepCopy: z.boolean().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "Change at least one field.")
  .meta({ id: "MailAccountPatch" });
export type MailAccountPatch = z.infer<typeof mailAccountPatch>;

export const mailAccountParameters = mailDomainParameters.extend({ id: z.string().max(64) });

export const mailAccountQuery = pageQuery.extend({
  state: z.enum(["current", "deleted"]).optional().meta({
    description: "`deleted` lists the accounts that can still be restored instead. Default: `current`",
  }),
});
export type MailAccountQuery = z.infer<typeof mailAccountQuery>;

export const mailPasswordInput = z
  .strictObject({
    password,
    revokeAppPasswords: z
      .boolean()
      .optional()
      .meta({ description: "Also revokes all app passwords of the account. Default: false" }),
  })
  .meta({ id: "MailPasswordInput" });
export type MailPasswordInput = z.infer<typeof mailPasswordInput>;

export const mailPasswordChanged = z
  .object({
    fullAddress: z.string(),
    passwordOnce: mailAccountCreated.shape.passwordOnce,
    revokedAppPasswords: z.int().meta({ description: "The number of app passwords that were revoked" }),
  })
  .meta({ id: "MailPasswordChanged" });
export type MailPasswordChanged = z.infer<typeof mailPasswordChanged>;
