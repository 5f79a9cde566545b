import { outgoingEmails } from "@zonepost/db";
import { asc, count, inArray, notInArray, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { firstNamed, type Waiting } from "../../../kernel/due-work/waiting.ts";
import { voidEmailKinds } from "./end-backup-access.ts";

/** Emails that are sent at the release, those that it drops, and jobs by their kind. */
export async function listWaitingEmails(db: Queryable): Promise<Waiting[]> {
  const isVoid = inArray(outgoingEmails.kind, voidEmailKinds);
  const isSent = notInArray(outgoingEmails.kind, voidEmailKinds);
  const first = await db
    .select({ kind: outgoingEmails.kind, to: outgoingEmails.toAddress })
    .from(outgoingEmails)
    .where(isSent)
    .orderBy(asc(outgoingEmails.id))
    .limit(firstNamed);
  const [jobs] = await db.execute<{ count: number; kinds: string[] | null }>(sql`
    select count(*)::int as count, array_agg(distinct task_identifier) as kinds from graphile_worker.jobs`);
  const [sent, dropped] = await Promise.all(
    [isSent, isVoid].map(async (which) => {
      const [row] = await db.select({ count: count() }).from(outgoingEmails).where(which);
      return row?.count ?? 0;
    }),
  );
  return [
    { what: "emails", count: sent ?? 0, first: first.map(({ kind, to }) => `${kind} to ${to}`) },
    { what: "emails with void links (dropped)", count: dropped ?? 0, first: [] },
    { what: "jobs", count: jobs?.count ?? 0, first: jobs?.kinds ?? [] },
  ];
}
