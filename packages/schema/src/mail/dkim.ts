import { z } from "zod";
import { timestamp } from "../primitives.ts";

/** A signing key is published, then signs, then only verifies mail on its way, and is deleted at last. */
export const dkimStage = z.enum(["pending", "active", "retiring", "retired"]);
export type DkimStage = z.infer<typeof dkimStage>;

export const dkimRotationDays = z
  .int("Enter a whole number of days.")
  .min(30, "Enter at least 30 days.")
  .max(365, "Enter at most 365 days.")
  .nullable()
  .meta({ description: "A new DKIM key is created this often; null for no schedule" });

export const mailDkimRecord = z.object({
  selector: z.string().meta({ examples: ["zp1"] }),
  host: z.string().meta({ examples: ["zp1._domainkey.example.com"] }),
  record: z.string().meta({
    description: "The TXT record to publish at `host`",
    examples: ["v=DKIM1; k=rsa; p=MIIBIjANBg"],
  }),
});

/** What one authoritative nameserver has at the host of a key. */
export const dkimShown = z.object({
  nameserver: z.string().meta({ examples: ["ns1.example.net"] }),
  status: z.enum(["shown", "missing", "wrong", "unreachable"]).meta({
    description:
      "`wrong`: it has another key, or several records. `unreachable`: it gave no authoritative answer.",
  }),
  values: z.array(z.string()).meta({ description: "The TXT records that it has there" }),
});
export type DkimShown = z.infer<typeof dkimShown>;

export const mailDkimKey = mailDkimRecord
  .extend({
    stage: dkimStage.meta({
      description:
        "`pending`: waiting until it may sign. `active`: signs. `retiring`: no longer signs, and its record still verifies mail on its way. `retired`: its private key is deleted, and its record can be removed.",
    }),
    recordStrings: z.array(z.string()).meta({
      description: "`record` in strings of at most 255 octets, as a zone file needs them",
      examples: [["v=DKIM1; k=rsa; p=MIIBIjANBg"]],
    }),
    shown: z.array(dkimShown).meta({
      description: "The authoritative nameservers when `checkedAt` was; empty before the first check",
    }),
    checkedAt: timestamp.nullable(),
    waitsFor: z.enum(["record", "mail_servers", "mail_on_its_way"]).nullable().meta({
      description:
        "The reason that the key isn't in its next stage; null if it has none, or waits for no one",
    }),
    hint: z.string().meta({
      description: "What happens next with the key, and what you can do",
      examples: ["Publish the record. The key signs once all of the domain's nameservers show it."],
    }),
    movesOnAt: timestamp.nullable().meta({
      description: "When the key enters its next stage; null if that depends on something other than time",
    }),
    createdAt: timestamp,
    activatedAt: timestamp.nullable(),
    retiringAt: timestamp.nullable(),
    retiredAt: timestamp.nullable(),
  })
  .meta({ id: "MailDkimKey" });
export type MailDkimKey = z.infer<typeof mailDkimKey>;
