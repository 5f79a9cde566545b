import { z } from "zod";
import { newPasswordOf, noControlCharacters, timestamp, typeId } from "../primitives.ts";
import { mailLocalPart } from "./address.ts";

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
