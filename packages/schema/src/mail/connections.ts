import { z } from "zod";
import { timestamp, typeId } from "../primitives.ts";

export const mailConnectionProtocol = z.enum(["imap", "submission", "sieve"]).meta({
  description: "`imap` reads mail, `submission` sends it, and `sieve` edits filters.",
});
export type MailConnectionProtocol = z.infer<typeof mailConnectionProtocol>;

/** A mail program that is signed in. */
export const mailConnection = z
  .object({
    id: typeId("mcn", "ID of the connection"),
    protocol: mailConnectionProtocol,
    program: z
      .string()
      .nullable()
      .meta({
        description: "What the mail program calls itself over IMAP, unverified; null if it doesn't",
        examples: ["Thunderbird 128.5.0"],
      }),
    ipAddress: z.string().meta({ description: "Where it connects from", examples: ["203.0.113.7"] }),
    since: timestamp.meta({ description: "When it signed in" }),
    appPasswordLabel: z
      .string()
      .nullable()
      .meta({
        description: "The app password that it signed in with; null for the account's own password",
        examples: ["Phone"],
      }),
    host: z.string().meta({ description: "The mail host that serves it", examples: ["mail.example.com"] }),
  })
  .meta({ id: "MailConnection", description: "A mail program that is signed in to an account" });
export type MailConnection = z.infer<typeof mailConnection>;
