import { mailDnsChecks, mailDomains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { emailMembers } from "../../accounts/index.ts";
import { findDelegation } from "../../domains/index.ts";
import { recordShownKeys } from "../dkim/record-shown-keys.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import type { NameserverRecords } from "../model/read-records.ts";
import type { MailPorts, RecordQuestion } from "../ports.ts";
import { findExpectedRecords } from "../zone-records/find-expected-records.ts";
import type { ExpectedRecord } from "../zone-records/policies/expected-records-policy.ts";
import { isSpf } from "../zone-records/policies/spf-mechanism-policy.ts";
import { countSpfLookups } from "./count-spf-lookups.ts";
import { recordsBrokeEmail, recordsWorkEmail } from "./dns-email.ts";
import { judgeRecords, questionOf } from "./policies/dns-records-policy.ts";
import { healthAfter, nextCheckOf } from "./policies/record-health-policy.ts";

export type CheckPorts = Pick<MailPorts, "mailDns" | "mailDnsSettings" | "secretBox" | "panelUrl">;
export type CheckRow = typeof mailDnsChecks.$inferSelect & { checkedAt: Date };

/** Queries every nameserver, stores the result, and tells people if a record that worked is broken or works again. */
export async function checkDnsRecords(
  ctx: Pick<Ctx, "db" | "clock"> & CheckPorts,
  mailDomain: MailDomainRow,
  signal?: AbortSignal,
): Promise<CheckRow> {
  const { expected, keys } = await findExpectedRecords(ctx.db, ctx, mailDomain);
  const servers = await findDelegation(ctx.db, mailDomain.domainId);
  const answers = await readAnswers(ctx, mailDomain, servers, expected, signal);
  const spfRecords = spfRecordsIn(mailDomain.domainName, answers);
  const judged = {
    domainName: mailDomain.domainName,
    settings: ctx.mailDnsSettings,
    keys,
    hasNameservers: servers.length > 0,
    spfCounts: new Map(
      await Promise.all(
        spfRecords.map(
          async (record) => [record, await countSpfLookups(ctx, mailDomain, record, signal)] as const,
        ),
      ),
    ),
  };
  const records = judgeRecords(judged, expected, answers);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [current] = await tx
      .select({ id: mailDomains.id })
      .from(mailDomains)
      .where(eq(mailDomains.id, mailDomain.id))
      .for("update");
    if (!current) {
      throw notFound();
    }
    const [earlier] = await tx
      .select({ health: mailDnsChecks.health })
      .from(mailDnsChecks)
      .where(eq(mailDnsChecks.mailDomainId, current.id));
    const { health, broken, fixed, isSuspicious } = healthAfter(earlier?.health ?? {}, records, now);
    const values = {
      records,
      health,
      checkedAt: now,
      nextCheckAt: nextCheckOf(current.id, isSuspicious, now),
    };
    const [row] = await tx
      .insert(mailDnsChecks)
      .values({ mailDomainId: current.id, workspaceId: mailDomain.workspaceId, ...values })
      .onConflictDoUpdate({ target: mailDnsChecks.mailDomainId, set: values })
      .returning();
    await recordShownKeys(tx, mailDomain, (name) => answers.get(questionOf({ type: "TXT", name })), now);
    const about = { domainName: mailDomain.domainName, panelUrl: ctx.panelUrl };
    if (broken.length > 0) {
      await emailMembers(tx, ctx, mailDomain, recordsBrokeEmail({ ...about, records: broken }), now);
    }
    if (fixed.length > 0) {
      await emailMembers(tx, ctx, mailDomain, recordsWorkEmail({ ...about, records: fixed }), now);
    }
    if (!row) {
      throw new Error("the insert of a DNS check gave no row");
    }
    return { ...row, checkedAt: now };
  });
}

/** Nameservers may disagree for a while after a change. */
const maxSpfRecords = 2;

const spfRecordsIn = (domainName: string, answers: ReadonlyMap<string, NameserverRecords[]>): string[] => {
  const own = answers.get(questionOf({ type: "TXT", name: domainName })) ?? [];
  const values = own.flatMap((answer) => (answer.kind === "answered" ? answer.values : []));
  return [...new Set(values.filter(isSpf))].slice(0, maxSpfRecords);
};

type Server = { host: string; addresses: string[] };

/** Each nameserver gets one query at a time. One that doesn't respond to the first is not queried again. */
async function readAnswers(
  { mailDns }: Pick<MailPorts, "mailDns">,
  { workspaceId, domainName }: MailDomainRow,
  servers: readonly Server[],
  expected: readonly ExpectedRecord[],
  signal?: AbortSignal,
): Promise<Map<string, NameserverRecords[]>> {
  const questions = new Map<string, Pick<RecordQuestion, "name" | "type">>(
    expected.map((record) => [questionOf(record), { name: record.name, type: record.type }]),
  );
  const answers = new Map([...questions.keys()].map((key) => [key, [] as NameserverRecords[]]));
  const byServer = await Promise.all(
    servers.map(async ({ host: nameserver, addresses }) => {
      const known = addresses.length > 0 ? addresses : undefined;
      const own: [string, NameserverRecords][] = [];
      let away: NameserverRecords | undefined;
      for (const [key, question] of questions) {
        const asked = { workspaceId, domainName, nameserver, addresses: known, ...question };
        const answer: NameserverRecords = away ?? {
          nameserver,
          ...(await mailDns.readRecords(asked, signal)),
        };
        const isFirst = own.length === 0;
        if (answer.kind === "away" && (isFirst || answer.reason === "timeout")) {
          away = answer;
        }
        own.push([key, answer]);
      }
      return own;
    }),
  );
  for (const [key, answer] of byServer.flat()) {
    answers.get(key)?.push(answer);
  }
  return answers;
}
