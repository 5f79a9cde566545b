import { z } from "zod";

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
    expected: z.string(),
    seen: z.array(z.object({ nameserver: z.string(), values: z.array(z.string()) })),
    status: z.enum(["ok", "missing", "wrong", "differs", "unknown"]),
    severity: z.enum(["error", "warning", "note"]),
    hint: z.string(),
  })
  .meta({ id: "MailDnsRecord" });
export type MailDnsRecord = z.infer<typeof mailDnsRecord>;
