import { z } from "zod";
import { line } from "../lines.ts";
import { timestamp, typeId } from "../primitives.ts";
import { mailAccountParameters } from "./accounts.ts";

export const mailAppPasswordInput = z
  .strictObject({
    label: line(100, "Enter a label.").meta({
      description: "The device or program that uses it, unique per account",
      examples: ["Phone"],
    }),
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
