import { z } from "zod";
import { lineOrEmpty } from "../lines.ts";
import { ipRange } from "../network.ts";
import { timestamp } from "../primitives.ts";

const senderExceptionInput = z.strictObject({
  network: ipRange,
  note: lineOrEmpty(100)
    .default("")
    .meta({ description: "Whose network it is", examples: ["Mailing list of the club"] }),
});

export const mailSenderExceptionsInput = z
  .strictObject({
    exceptions: z
      .array(senderExceptionInput)
      .max(50, "Enter at most 50 addresses and networks.")
      .meta({ description: "All exceptions; those that are left out are removed." }),
  })
  .meta({ id: "MailSenderExceptionsInput" });
export type MailSenderExceptionsInput = z.infer<typeof mailSenderExceptionsInput>;

export const mailSenderException = z
  .object({
    network: z.string().meta({
      description: "An IP address, or a network in CIDR notation, in canonical form",
      examples: ["203.0.113.0/24"],
    }),
    note: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: "MailSenderException" });
export type MailSenderException = z.infer<typeof mailSenderException>;
