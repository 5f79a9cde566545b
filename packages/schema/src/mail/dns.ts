import { z } from "zod";
import { serverAwayReasons } from "../dnssec/dnssec.ts";
import { timestamp } from "../primitives.ts";

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
    expected: z.string().meta({
      description: "The value to publish. A TXT record is in one piece; in a zone file, it must be split.",
      examples: ["10 mx.example.net"],
    }),
    seen: z
      .array(
        z.object({
          nameserver: z.string(),
          state: z.enum(["answers", ...serverAwayReasons]).meta({
            description: "`answers`, or why the nameserver couldn't be queried",
          }),
          values: z.array(z.string()),
        }),
      )
      .meta({ description: "What each of the domain's nameservers returned" }),
    status: z.enum(["ok", "missing", "wrong", "differs", "unknown"]).meta({
      description:
        "`ok`: the record does its job; it needn't equal `expected`. `missing`: no nameserver that responded has one. `wrong`: there is one, but it doesn't work. `differs`: only some nameservers have a working one. `unknown`: no nameserver responded.",
    }),
    severity: z.enum(["error", "warning", "note"]).meta({
      description:
        "`error`: mail is lost or refused. `warning`: mail works, but may be marked as spam. `note`: optional, or nothing to do.",
    }),
    hint: z
      .string()
      .meta({ description: "What to do, in plain words; empty if there is nothing to do or to know" }),
    lookups: z
      .object({
        total: z.int(),
        limit: z.int().meta({ description: "Receivers ignore a record that needs more" }),
        terms: z.array(z.object({ term: z.string(), lookups: z.int() })).meta({
          description: "The terms of the record, each with the lookups of the records that it includes",
          examples: [[{ term: "include:_spf.example.net", lookups: 3 }]],
        }),
      })
      .optional()
      .meta({ description: "The DNS lookups that receivers need to evaluate an SPF record (RFC 7208)" }),
  })
  .meta({ id: "MailDnsRecord" });
export type MailDnsRecord = z.infer<typeof mailDnsRecord>;

/** Whether a record that worked still does. A `suspect` failed at one look only; a `broken` one was reported. */
export type MailRecordHealth = { state: "working" | "suspect" | "broken"; since: string };

export const mailDnsShareCreated = z
  .object({
    url: z.url().meta({ description: "The link to pass on. Returned only in this response." }),
    expiresAt: timestamp,
  })
  .meta({ id: "MailDnsShareCreated" });
export type MailDnsShareCreated = z.infer<typeof mailDnsShareCreated>;

export const mailDnsShare = z
  .object({ createdAt: timestamp, expiresAt: timestamp })
  .nullable()
  .meta({ id: "MailDnsShare" });
export type MailDnsShare = z.infer<typeof mailDnsShare>;

/** The secret part of a share link. */
export const mailDnsShareToken = z.string().regex(/^[\w-]{43}$/, "This link is incomplete.");
export const mailDnsShareLink = z.strictObject({ token: mailDnsShareToken });

/** What a share link shows: the records of one domain, and nothing else of the workspace. */
export const sharedMailDns = z
  .object({
    domainName: z.string(),
    checkedAt: timestamp,
    expiresAt: timestamp.meta({ description: "When the link stops working" }),
    records: z.array(mailDnsRecord),
    zone: z.string().meta({ description: "The records as lines of a zone file" }),
  })
  .meta({ id: "SharedMailDns" });
export type SharedMailDns = z.infer<typeof sharedMailDns>;
