import { z } from "zod";
import { noControlCharacters, timestamp, typeId } from "../primitives.ts";
import { mailAccountParameters } from "./accounts.ts";

export const mailAppPasswordInput = z
  .strictObject({
    label: z
      .string()
      .trim()
      .min(1, "Enter a label.")
      .max(100, "Use at most 100 characters.")
      .regex(noControlCharacters, "Remove line breaks and other control characters.")
      .meta({ description: "The device or program that uses it, unique per account", examples: ["Phone"] }),
  })
  .meta({ id: "MailAppPasswordInput" });
export type MailAppPasswordInput = z.infer<typeof mailAppPasswordInput>;

export const mailAppPassword = z
  .object({
    id: typeId("map", "ID of the app password"),
    label: z.string(),
    lastUsedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: "MailAppPassword" });
export type MailAppPassword = z.infer<typeof mailAppPassword>;

export const mailAppPasswordCreated = mailAppPassword
  .extend({
    passwordOnce: z.string().optional().meta({
      description: "The password. Returned only in the first response, not if the request is repeated.",
    }),
  })
  .meta({ id: "MailAppPasswordCreated" });
export type MailAppPasswordCreated = z.infer<typeof mailAppPasswordCreated>;

export const mailAppPasswordParameters = mailAccountParameters.extend({ appPasswordId: z.string().max(64) });
