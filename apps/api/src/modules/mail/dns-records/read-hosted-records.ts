import type { MailDnsRecord } from "@zonepost/schema";
import type { Ctx } from "../../../kernel/ctx.ts";
import { readManagedRecords } from "../../dns/index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import { findExpectedRecords } from "../zone-records/find-expected-records.ts";
import { wantedRecordsOf } from "../zone-records/policies/wanted-records-policy.ts";
import { questionOf } from "./policies/dns-records-policy.ts";
import { describeHosted, type HostedSet } from "./policies/hosted-records-policy.ts";

/** The records of a check, each with what the workspace's zone of the domain has now, if there is one. */
export async function withHosted(
  ctx: Pick<Ctx, "db"> & Pick<MailPorts, "mailDnsSettings">,
  mailDomain: MailDomainRow,
  records: readonly MailDnsRecord[],
): Promise<MailDnsRecord[]> {
  const { workspaceId, domainName } = mailDomain;
  const { expected, keys } = await findExpectedRecords(ctx.db, ctx, mailDomain);
  const wanted = wantedRecordsOf(expected);
  const zone = await readManagedRecords(ctx.db, {
    workspaceId,
    zoneName: domainName,
    manager: "mail",
    wanted,
  });
  if (!zone) {
    return [...records];
  }
  const sets = new Map<string, HostedSet>(
    zone.sets.map((set, index) => [`${set.type} ${wanted[index]?.name}`, set]),
  );
  const described = describeHosted({ domainName, settings: ctx.mailDnsSettings, keys }, expected, {
    sets,
    texts: zone.texts,
  });
  const identityOf = (record: Pick<MailDnsRecord, "type" | "name" | "purpose" | "expected">) =>
    `${questionOf(record)} ${record.purpose === "spf" ? "" : record.expected}`;
  const hosted = new Map(expected.map((record, index) => [identityOf(record), described[index]]));
  return records.map((record) => ({ ...record, hosted: hosted.get(identityOf(record)) }));
}
