import { createHash } from "node:crypto";
import { mailDkimKeys } from "@zonepost/db";
import { and, asc, eq, ne } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import {
  type DkimKey,
  type ExpectedRecord,
  expectedRecords,
  mtaStsPolicy,
} from "./policies/expected-records-policy.ts";

/** What the mail domain should publish now. */
export async function findExpectedRecords(
  db: Queryable,
  { mailDnsSettings: settings }: Pick<MailPorts, "mailDnsSettings">,
  { id, domainName }: Pick<MailDomainRow, "id" | "domainName">,
): Promise<{ expected: ExpectedRecord[]; keys: DkimKey[] }> {
  const rows = await db
    .select({
      selector: mailDkimKeys.selector,
      publicKey: mailDkimKeys.publicKey,
      stage: mailDkimKeys.stage,
    })
    .from(mailDkimKeys)
    .where(and(eq(mailDkimKeys.mailDomainId, id), ne(mailDkimKeys.stage, "retired")))
    .orderBy(asc(mailDkimKeys.createdAt));
  const keys = rows.flatMap(({ stage, ...key }) => (stage === "retired" ? [] : [{ ...key, stage }]));
  // Changes with the policy, so that senders read it again.
  const policyId = settings
    ? createHash("sha256").update(mtaStsPolicy(settings)).digest("hex").slice(0, 16)
    : "";
  return { expected: expectedRecords(domainName, settings, keys, policyId), keys };
}
