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

const mailDnsType = z.enum(["MX", "TXT", "CNAME", "SRV"]);

export const mailZoneRecord = z
  .object({
    state: z.enum(["managed", "unmanaged", "conflict", "missing"]).meta({
      description:
        "`managed`: mail has put the record there and keeps it up to date. `unmanaged`: people manage a record that does its job. `conflict`: records that people manage are in the way; mail never changes them. `missing`: there is none.",
    }),
    present: z
      .array(z.object({ name: z.string(), type: z.string(), values: z.array(z.string()) }))
      .meta({ description: "The records in the zone: those of this name, or a delegation above it" }),
    replaceable: z.boolean().meta({
      description: "False if a delegation is in the way, on which more than this record depends",
    }),
  })
  .meta({ id: "MailZoneRecord" });
export type MailZoneRecord = z.infer<typeof mailZoneRecord>;

export const mailDnsRecord = z
  .object({
    purpose: mailDnsPurpose,
    name: z.string().meta({ examples: ["example.com"] }),
    type: mailDnsType,
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
    hosted: mailZoneRecord.optional().meta({
      description: "What the workspace's zone of this domain has now. Omitted if there is no such zone here.",
    }),
  })
  .meta({ id: "MailDnsRecord" });
export type MailDnsRecord = z.infer<typeof mailDnsRecord>;

/** One of the records that a mail domain needs. */
export const mailDnsRecordKey = z
  .strictObject({
    name: z
      .string()
      .regex(/^[\x21-\x7e]{1,300}$/, "Enter the name of a record in the list.")
      .meta({ description: "As in the list of records", examples: ["example.com"] }),
    type: mailDnsType,
  })
  .meta({ id: "MailDnsRecordKey" });
export type MailDnsRecordKey = z.infer<typeof mailDnsRecordKey>;

export const mailSpfMergeInput = z
  .strictObject({
    record: z
      .string()
      .regex(/^[\x20-\x7e]{1,4000}$/, "Enter the merged record of the preview.")
      .optional()
      .meta({
        description:
          "`after` of a dry run. If the merged record would be another one by now, nothing is changed.",
      }),
    dryRun: z.boolean().optional().meta({ description: "If true, nothing is changed" }),
  })
  .meta({ id: "MailSpfMergeInput" });
export type MailSpfMergeInput = z.infer<typeof mailSpfMergeInput>;

export const mailSpfMerge = z
  .object({
    before: z
      .array(z.string())
      .meta({ description: "The SPF records in the zone; more than one is a mistake" }),
    after: z.string().meta({
      description: "One record that also allows the mail servers",
      examples: ["v=spf1 include:_spf.example.net include:_spf.crm.example ~all"],
    }),
    lookups: z.object({
      total: z.int(),
      limit: z.int(),
      terms: z.array(z.object({ term: z.string(), lookups: z.int() })),
    }),
    problem: z
      .string()
      .nullable()
      .meta({ description: "Why the merge is refused: it needs more DNS lookups than receivers make" }),
  })
  .meta({ id: "MailSpfMerge" });
export type MailSpfMerge = z.infer<typeof mailSpfMerge>;

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
