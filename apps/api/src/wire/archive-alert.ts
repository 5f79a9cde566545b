import { installation } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/ctx.ts";
import type { Sweep } from "../kernel/due-work/due-work.ts";
import { composeEmail, enqueueEmail } from "../modules/accounts/index.ts";

const key = "archive_failing";
/** The folder of backups may be away for a moment, such as while its disk is replaced. */
const toleratedMinutes = 10;

type Deps = Pick<Ctx, "db" | "clock" | "log"> & {
  ports: Parameters<typeof enqueueEmail>[1];
  operatorEmail: string | undefined;
};

/**
 * Alerts the operator once for each time that PostgreSQL can't archive its log: it keeps the log until then, which fills
 * its disk, and no backup can be restored to a later time.
 */
export const createArchiveSweep = ({ db, clock, log, ports, operatorEmail }: Deps): Sweep => ({
  name: "archive of the database's log",
  wakeReasons: [],
  pollIntervalMs: 60_000,
  async run() {
    const [state] = await db.$client<{ isFailing: boolean; segment: string | null }[]>`
      select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
        last_failed_wal as segment from pg_stat_archiver`;
    if (!state?.isFailing) {
      await db.delete(installation).where(eq(installation.key, key));
      return;
    }
    await db
      .insert(installation)
      .values({ key, value: sql`jsonb_build_object('since', now())` })
      .onConflictDoNothing();
    const now = await clock.now();
    await db.transaction(async (tx) => {
      // Of several workers, one changes the row.
      const alerted = await tx
        .update(installation)
        .set({ value: sql`${installation.value} || '{"isAlerted": true}'` })
        .where(
          and(
            eq(installation.key, key),
            sql`not ${installation.value} ? 'isAlerted'`,
            sql`(${installation.value} ->> 'since')::timestamptz < now() - make_interval(mins => ${toleratedMinutes})`,
          ),
        )
        .returning({ key: installation.key });
      if (alerted.length === 0) {
        return;
      }
      log.error({ segment: state.segment }, "the database's log can't be archived");
      if (operatorEmail !== undefined) {
        await enqueueEmail(tx, ports, { ...archiveFailingEmail(state.segment), to: operatorEmail }, now);
      }
    });
  },
});

function archiveFailingEmail(segment: string | null) {
  return composeEmail("archive_failing", {
    en: {
      subject: "The database's log can't be archived",
      paragraphs: [
        `For ${toleratedMinutes} minutes, PostgreSQL hasn't been able to copy its write-ahead log to the folder of the backups. It keeps the log until it can, which fills its disk, and a restore can't reach later times. Make room in that folder or make it available again. PostgreSQL then catches up automatically. Its log, postgres.log, has the reason.`,
      ],
      facts: [["Segment", segment ?? ""]],
    },
    de: {
      subject: "Das Log der Datenbank lässt sich nicht archivieren",
      paragraphs: [
        `Seit ${toleratedMinutes} Minuten kann PostgreSQL sein Write-Ahead-Log nicht in den Ordner der Backups kopieren. Bis dahin behält es das Log, was den Datenträger füllt, und eine Wiederherstellung erreicht keine späteren Zeitpunkte. Schaffen Sie Platz in diesem Ordner, oder machen Sie ihn wieder erreichbar. PostgreSQL holt danach von selbst auf. Den Grund nennt sein Log, postgres.log.`,
      ],
      facts: [["Segment", segment ?? ""]],
    },
  });
}
