import { z } from "zod";

export const mailServer = z
  .object({
    host: z.string().meta({ examples: ["mail.example.net"] }),
    port: z.int().meta({ examples: [993] }),
    security: z.enum(["tls", "starttls"]).meta({
      description: "`tls`: encrypted from the start. `starttls`: encrypted before signing in.",
    }),
  })
  .meta({ id: "MailServer" });
export type MailServer = z.infer<typeof mailServer>;

export const mailSettings = z
  .object({
    imap: mailServer.meta({ description: "For incoming mail" }),
    submission: mailServer.meta({ description: "For outgoing mail, with the same username and password" }),
    sieve: mailServer.nullable().meta({ description: "For filters (ManageSieve); null if not offered" }),
    alternatives: z
      .object({ imap: mailServer.nullable(), submission: mailServer.nullable() })
      .meta({ description: "For programs without TLS from the start; null if not offered" }),
    username: z.literal("full_address").meta({ description: "The username is the account's full address." }),
  })
  .meta({ id: "MailSettings" });
export type MailSettings = z.infer<typeof mailSettings>;
