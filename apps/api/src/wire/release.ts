import { installation, type Quarantine, readQuarantine, type Transaction } from "@zonepost/db";
import { eq, inArray } from "drizzle-orm";
import type { Env } from "../env.ts";
import type { Ctx } from "../kernel/ctx.ts";
import type { DueWork } from "../kernel/due-work/due-work.ts";
import { listDueWork, type Waiting } from "../kernel/due-work/waiting.ts";
import { hourMs } from "../kernel/durations.ts";
import { AppError } from "../kernel/errors.ts";
import {
  type EndedAccess,
  endBackupAccess,
  enqueueEmail,
  listWaitingEmails,
} from "../modules/accounts/index.ts";
import { listWaitingChanges } from "../modules/domains/index.ts";
import { listMailboxAddresses } from "../modules/mail/index.ts";
import { type Finding, isOutsideAway, previewOutside, takeOver } from "../modules/orders/index.ts";
import { findLastChargeAt, listWaitingMoney } from "../modules/payments/index.ts";
import { listWaitingDeliveries } from "../modules/webhooks/index.ts";
import { findingsEmail } from "./findings-email.ts";
import type { Ports } from "./ports.ts";

/** What the release of a restored installation knows about it, and what is left to its operator. */
type TakenOver = { quarantineId: string; finishedAt: string | null; findings: Finding[] };
type Released = { quarantineId: string; releasedAt: string; findings: Finding[] };

const keys = { quarantine: "quarantine", takenOver: "quarantine_taken_over", release: "release" } as const;

/** A restored copy may lag behind its clock, and the processor's is another one. */
const marginMs = hourMs;

/** For the operator's commands that show and end a quarantine. */
export function createRelease(
  base: Pick<Ctx, "db" | "clock" | "log">,
  { ports, works, env }: { ports: Ports; works: readonly DueWork[]; env: Pick<Env, "OPERATOR_EMAIL"> },
) {
  const { db, clock } = base;
  const ctx = {
    ...base,
    ...ports,
    actor: { kind: "system", job: "restore" } as const,
    requestId: null,
    ipAddress: null,
  };
  const quarantineOf = async (): Promise<Quarantine> => {
    const quarantine = await readQuarantine(db.$client);
    if (quarantine === null) {
      throw new NotQuarantined();
    }
    return quarantine;
  };

  const sinceOf = async ({ backupTakenAt }: Quarantine): Promise<Date> => {
    const last = backupTakenAt === null ? await findLastChargeAt(db) : new Date(backupTakenAt);
    return new Date(Math.max(0, (last?.getTime() ?? 0) - marginMs));
  };

  return {
    /** Null if the installation isn't in quarantine. */
    readQuarantine: () => readQuarantine(db.$client),
    async listWaiting(): Promise<Waiting[]> {
      const now = await clock.now();
      const waiting = [
        await listWaitingDeliveries(db),
        ...(await listWaitingEmails(db)),
        ...(await listWaitingChanges(db, now)),
        ...(await listWaitingMoney(db)),
      ];
      return [...waiting, ...(await listDueWork(db, works, now))].filter(({ count }) => count > 0);
    },
    /** What {@link takeOver} would begin with, in lines. Changes nothing. */
    previewOutside: async (): Promise<string[]> =>
      previewOutside({ ctx, since: await sinceOf(await quarantineOf()) }),
    /** Takes over what has happened outside since the backup, and returns what it can't. Safe to repeat. */
    async takeOver(tell: (line: string) => void): Promise<Finding[]> {
      const quarantine = await quarantineOf();
      const { id: quarantineId } = quarantine;
      const findings = (await readTakenOver(db, quarantineId))?.findings ?? [];
      const keep = (finishedAt: string | null) =>
        store(db, keys.takenOver, { quarantineId, finishedAt, findings } satisfies TakenOver);
      await takeOver({
        ctx,
        since: await sinceOf(quarantine),
        tell,
        async find(finding) {
          if (!findings.some(({ kind, id }) => kind === finding.kind && id === finding.id)) {
            findings.push(finding);
            await keep(null);
          }
        },
      });
      await keep(clock.wallNow().toISOString());
      return findings;
    },
    /** Ends the quarantine with all that follows from it, in one transaction. Only after {@link takeOver}. */
    release: (): Promise<EndedAccess & { findings: Finding[] }> =>
      db.transaction(async (tx) => {
        await tx.select().from(installation).where(eq(installation.key, keys.quarantine)).for("update");
        const quarantine = await readFact<Quarantine>(tx, keys.quarantine);
        if (quarantine === undefined) {
          throw new NotQuarantined();
        }
        const takenOver = await readTakenOver(tx, quarantine.id);
        if (!takenOver?.finishedAt) {
          throw new Error("what happened since the backup isn't taken over yet");
        }
        const restoredTo = quarantine.restoredTo ?? quarantine.backupTakenAt;
        const { panelUrl } = ports;
        const ended = await endBackupAccess(tx, ctx, {
          restoredTo,
          panelUrl,
          listMailboxes: listMailboxAddresses,
        });
        const { findings } = takenOver;
        if (env.OPERATOR_EMAIL !== undefined && findings.length > 0) {
          const email = { ...findingsEmail(findings), to: env.OPERATOR_EMAIL };
          await enqueueEmail(tx, ctx, email, await clock.now());
        }
        const releasedAt = clock.wallNow().toISOString();
        await store(tx, keys.release, {
          quarantineId: quarantine.id,
          releasedAt,
          findings,
        } satisfies Released);
        await tx.delete(installation).where(inArray(installation.key, [keys.quarantine, keys.takenOver]));
        return { ...ended, findings };
      }),
    /** A reason in one line for the operator; undefined for a mistake of ours. */
    explain: explainFailure,
    /** The last release of this database; undefined for none. */
    readRelease: (): Promise<Released | undefined> => readFact<Released>(db, keys.release),
  };
}

class NotQuarantined extends Error {}

function explainFailure(error: unknown): string | undefined {
  if (error instanceof NotQuarantined) {
    return "this installation isn't in quarantine";
  }
  const isAway = isOutsideAway(error) || (error instanceof AppError && error.kind === "unavailable");
  return isAway && error instanceof Error
    ? `${error.message}. Nothing was released; what was taken over stays. Run the command again`
    : undefined;
}

async function readTakenOver(
  db: Ctx["db"] | Transaction,
  quarantineId: string,
): Promise<TakenOver | undefined> {
  const stored = await readFact<TakenOver>(db, keys.takenOver);
  return stored?.quarantineId === quarantineId ? stored : undefined;
}

async function readFact<Fact>(db: Ctx["db"] | Transaction, key: string): Promise<Fact | undefined> {
  const [row] = await db
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, key));
  return row?.value as Fact | undefined;
}

const store = (db: Ctx["db"] | Transaction, key: string, value: object) =>
  db
    .insert(installation)
    .values({ key, value })
    .onConflictDoUpdate({ target: installation.key, set: { value } });
