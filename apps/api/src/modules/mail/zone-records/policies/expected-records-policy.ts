import type { MailDnsRecord } from "@zonepost/schema";
import { dkimRecord } from "../../model/policy.ts";
import type { MailDnsSettings } from "../../ports.ts";
import { spfMechanismOf } from "./spf-mechanism-policy.ts";

export type DkimKey = { selector: string; publicKey: string; stage: "pending" | "active" | "retiring" };

export type ExpectedRecord = Pick<MailDnsRecord, "purpose" | "name" | "type" | "expected">;

/** Without settings, only the records that name no server. */
export function expectedRecords(
  domainName: string,
  settings: MailDnsSettings | null,
  keys: readonly DkimKey[],
  policyId: string,
): ExpectedRecord[] {
  const records: ExpectedRecord[] = [];
  const add = (purpose: ExpectedRecord["purpose"], type: ExpectedRecord["type"]) => {
    return (label: string, expected: string) =>
      records.push({ purpose, type, name: label === "@" ? domainName : `${label}.${domainName}`, expected });
  };
  for (const [place, host] of (settings?.mxHosts ?? []).entries()) {
    add("mx", "MX")("@", `${10 * (place + 1)} ${host}`);
  }
  if (settings) {
    add("spf", "TXT")("@", `v=spf1 ${spfMechanismOf(settings)} ~all`);
  }
  for (const key of keys) {
    const { record } = dkimRecord({ ...key, domainName });
    add("dkim", "TXT")(`${key.selector}._domainkey`, record);
  }
  add("dmarc", "TXT")("_dmarc", "v=DMARC1; p=quarantine");
  if (settings) {
    add("mta_sts", "TXT")("_mta-sts", `v=STSv1; id=${policyId}`);
    add("mta_sts", "CNAME")("mta-sts", settings.webHost);
  }
  add("tls_rpt", "TXT")("_smtp._tls", `v=TLSRPTv1; rua=mailto:postmaster@${domainName}`);
  if (settings) {
    add("autoconfig", "CNAME")("autoconfig", settings.webHost);
    add("autodiscover", "CNAME")("autodiscover", settings.webHost);
    add("autodiscover", "SRV")("_autodiscover._tcp", `0 1 443 ${settings.webHost}`);
    for (const { label, host, port } of settings.services) {
      add("srv", "SRV")(`${label}._tcp`, `0 1 ${port} ${host}`);
    }
  }
  return records;
}

const policyMaxAgeSeconds = 7 * 24 * 60 * 60;

/** RFC 8461 section 3.2: lines end in CR LF. */
export const mtaStsPolicy = ({ mtaStsMode, mxHosts }: Pick<MailDnsSettings, "mtaStsMode" | "mxHosts">) =>
  [
    "version: STSv1",
    `mode: ${mtaStsMode}`,
    ...mxHosts.map((host) => `mx: ${host}`),
    `max_age: ${policyMaxAgeSeconds}`,
    "",
  ].join("\r\n");

const policyHostStart = "mta-sts.";

/** The mail domain whose policy is requested from this host; undefined for any other host. */
export function domainOfPolicyHost(host: string): string | undefined {
  const [name = ""] = host.toLowerCase().split(":");
  return name.startsWith(policyHostStart) ? name.slice(policyHostStart.length) || undefined : undefined;
}
