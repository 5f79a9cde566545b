import { domainIntents, domains } from "@zonepost/db";
import { and, asc, count, eq, lte } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { firstNamed, type Waiting } from "../../../kernel/due-work/waiting.ts";
import { isOpen } from "../registry-sync/intents/intent-columns.ts";

/** Changes that are sent to registries, and renewals that are charged, once workers run. */
export async function listWaitingChanges(db: Queryable, now: Date): Promise<Waiting[]> {
  const [changes] = await db.select({ count: count() }).from(domainIntents).where(isOpen());
  const first = await db
    .select({ kind: domainIntents.kind, name: domains.name })
    .from(domainIntents)
    .innerJoin(domains, eq(domains.id, domainIntents.domainId))
    .where(isOpen())
    .orderBy(asc(domainIntents.id))
    .limit(firstNamed);
  const isDue = and(eq(domains.autoRenew, true), lte(domains.nextRenewalAt, now));
  const [renewals] = await db.select({ count: count() }).from(domains).where(isDue);
  const due = await db
    .select({ name: domains.name, paidUntil: domains.paidUntil })
    .from(domains)
    .where(isDue)
    .orderBy(asc(domains.nextRenewalAt))
    .limit(firstNamed);
  return [
    {
      what: "changes at registries",
      count: changes?.count ?? 0,
      first: first.map(({ kind, name }) => `${kind} of ${name}`),
    },
    {
      what: "renewals of domains that are due",
      count: renewals?.count ?? 0,
      first: due.map(({ name, paidUntil }) => `${name}, paid until ${paidUntil.toISOString()}`),
    },
  ];
}
