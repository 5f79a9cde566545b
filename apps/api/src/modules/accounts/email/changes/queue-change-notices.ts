import { changeNotices, type StoredActor, type Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { storedActor } from "../../../../kernel/actor.ts";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { ChangeKind } from "./change-email.ts";

export const changeNoticesTask = "send-change-notices";

/** Changes of one kind that the same people are emailed about. `toAddress` is empty for the owners. */
export type NoticeGroup = { workspaceId: string; kind: ChangeKind; toAddress: string };

type ChangeToTell = {
  workspaceId: string;
  kind: ChangeKind;
  /** Its public name, such as a mailbox's address. */
  target: string;
  detail?: string;
  /** Addresses to write to in addition to the owners: the mailbox or person concerned. */
  concerned?: readonly string[];
  occurredAt: Date;
  /** Overrides the actor of the ctx. */
  actor?: StoredActor;
  requestId?: string | null;
};

/** Stores what the owners and those concerned are emailed about, in the transaction of the change. */
export async function queueChangeNotices(
  tx: Transaction,
  ctx: Ctx,
  changes: readonly ChangeToTell[],
): Promise<void> {
  const rows = changes.flatMap(({ concerned = [], requestId, actor, detail = null, ...change }) => {
    // A change that another request asked for doesn't get the address of this one.
    const isOwn = requestId === undefined || requestId === ctx.requestId;
    return ["", ...concerned].map((toAddress) => ({
      ...change,
      id: newId(),
      toAddress,
      detail,
      actor: actor ?? storedActor(ctx.actor),
      ipAddress: isOwn ? ctx.ipAddress : null,
      userAgent: isOwn ? (ctx.userAgent ?? null) : null,
    }));
  });
  if (rows.length === 0) {
    return;
  }
  await tx.insert(changeNotices).values(rows);
  const groups = new Map(rows.map((row) => [jobKeyOf(row), row]));
  for (const { workspaceId, kind, toAddress } of groups.values()) {
    await addJob(tx, { workspaceId, kind, toAddress });
  }
}

const jobKeyOf = ({ workspaceId, kind, toAddress }: NoticeGroup) =>
  `change-notices:${workspaceId}:${kind}:${toAddress}`;

/** A job that waits already keeps its time. */
export const addJob = (db: Pick<Transaction, "execute">, group: NoticeGroup, afterSeconds = 0) =>
  db.execute(sql`select graphile_worker.add_job(${changeNoticesTask},
    ${JSON.stringify({ workspaceId: group.workspaceId, kind: group.kind, toAddress: group.toAddress })}::json,
    run_at := now() + ${afterSeconds}::int * interval '1 second',
    job_key := ${jobKeyOf(group)}, job_key_mode := 'preserve_run_at')`);
