import { mailDomains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { isInUse } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import { domainOfPolicyHost, mtaStsPolicy } from "../zone-records/policies/expected-records-policy.ts";

/** The policy file for a request to this host; null unless it belongs to a domain with mail here. */
export async function readMtaStsFile(
  { db, mailDnsSettings }: Pick<Ctx, "db"> & Pick<MailPorts, "mailDnsSettings">,
  host: string,
): Promise<string | null> {
  const domainName = domainOfPolicyHost(host);
  if (domainName === undefined || mailDnsSettings === null) {
    return null;
  }
  const isHosted = and(eq(mailDomains.domainName, domainName), isInUse);
  return (await db.$count(mailDomains, isHosted)) > 0 ? mtaStsPolicy(mailDnsSettings) : null;
}
