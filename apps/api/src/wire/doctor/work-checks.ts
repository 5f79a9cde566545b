import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Db, installation } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Env } from "../../env.ts";
import { createBusinessClock, wallClock } from "../../kernel/clock.ts";
import { isConnected } from "../../kernel/database/connection-name.ts";
import type { DueWork } from "../../kernel/due-work/due-work.ts";
import { findOldestDue, readJobQueue } from "../../kernel/due-work/oldest-due.ts";
import { outgoingEmailWork } from "../../modules/accounts/index.ts";
import { domainWorks } from "../../modules/domains/index.ts";
import { listMailHosts, mailWorks } from "../../modules/mail/index.ts";
import { orderWorks } from "../../modules/orders/index.ts";
import { paymentWorks } from "../../modules/payments/index.ts";
import { deliveryWork } from "../../modules/webhooks/index.ts";
import { type Database, withDatabase } from "./database-checks.ts";
import { type Check, type Finding, failed, judged, ok, skipped, warning } from "./finding.ts";
import type { KnownFacts } from "./known-facts.ts";
import { inWords, judgeBackup, judgeMailHost, judgeQueue, judgeRestore, type Queue } from "./thresholds.ts";

type Settings = Pick<Env, "ZONEPOST_MODE" | "MAIL_HOST_NAME">;

const works: Record<Exclude<Queue, "jobs">, readonly DueWork[]> = {
  webhooks: [deliveryWork],
  email: [outgoingEmailWork],
  domains: domainWorks,
  mail: mailWorks,
  orders: orderWorks,
  payments: paymentWorks,
};

/** Whether work is done: the processes, how long work waits, the backups and the mail hosts. */
export const workChecks = (env: Settings, facts: KnownFacts, database: Database): Check[] => [
  ...processChecks(facts, database),
  ...Object.entries(works).map(([queue, own]) => ({
    id: `queue-${queue}`,
    group: "Work",
    run: unlessInQuarantine(database, (db) => checkQueue(db, env, queue as Queue, own)),
  })),
  { id: "queue-jobs", group: "Work", run: unlessInQuarantine(database, checkJobs) },
  { id: "quarantine", group: "Backups", run: withDatabase(database, checkQuarantine) },
  { id: "backup", group: "Backups", run: withDatabase(database, (db) => checkBackup(db, env)) },
  { id: "restore", group: "Backups", run: withDatabase(database, (db) => checkRestore(db)) },
  { id: "mail-hosts", group: "Mail hosts", run: withDatabase(database, (db) => checkMailHosts(db, env)) },
];

/** Their connections are in the database's list, wherever they run. */
const processChecks = ({ isRunning }: KnownFacts, database: Database): Check[] =>
  (["api", "worker"] as const).map((kind) => ({
    id: `${kind}-processes`,
    group: "Work",
    run: withDatabase(database, async (db) => {
      if (await isConnected(db, kind)) {
        return ok(`At least one ${kind} is connected to the database.`);
      }
      return isRunning === false
        ? skipped(`No ${kind} is connected: Zonepost isn't running here.`, "Start it with npm start.")
        : failed(
            `No ${kind} is connected to the database.`,
            kind === "worker"
              ? "Start one: without it, no webhook, email or scheduled work is sent or done."
              : "Start one: without it, the panel and the API don't respond.",
          );
    }),
  }));

const readFact = async <Value>(db: Db, key: string): Promise<Value | undefined> =>
  (await db.select().from(installation).where(eq(installation.key, key)))[0]?.value as Value | undefined;

type Quarantine = { since: string };
type Backup = { takenAt: string; folder: string | null };

const unlessInQuarantine = (database: Database, work: (db: Db) => Promise<Finding>) =>
  withDatabase(database, async (db) =>
    (await readFact<Quarantine>(db, "quarantine"))
      ? skipped("This waits for the end of the quarantine.", "Run npm run quarantine.")
      : work(db),
  );

async function checkQueue(db: Db, env: Settings, queue: Queue, own: readonly DueWork[]): Promise<Finding> {
  const clock = env.ZONEPOST_MODE === "sandbox" ? createBusinessClock(db) : wallClock;
  const now = await clock.now();
  const oldest = await findOldestDue(db, own, now);
  if (!oldest) {
    return ok(`${headings[queue]}: nothing is waiting.`);
  }
  const waitedMs = now.getTime() - oldest.since.getTime();
  return judged(
    judgeQueue(queue, waitedMs),
    `${headings[queue]}: the oldest (${oldest.name}) has been due for ${inWords(waitedMs)}.`,
    "See the worker's log for why it isn't done; with more work than they can do, start more workers.",
  );
}

const headings: Record<Queue, string> = {
  webhooks: "Webhook deliveries",
  email: "Email",
  jobs: "Jobs",
  domains: "Work on domains",
  mail: "Work on mail domains",
  orders: "Orders",
  payments: "Payments",
};

async function checkJobs(db: Db): Promise<Finding> {
  const { oldestDueMs, givenUp } = await readJobQueue(db);
  const state = judgeQueue("jobs", oldestDueMs ?? 0);
  if (state === "ok" && givenUp > 0) {
    return warning(
      `Jobs: ${givenUp} were given up after all their tries.`,
      "The worker's log has the reasons; each is in graphile_worker.jobs with its last_error.",
    );
  }
  return judged(
    state,
    oldestDueMs === null
      ? "Jobs: none is waiting."
      : `Jobs: the oldest has been due for ${inWords(oldestDueMs)}.`,
    "See the worker's log for why it isn't done; with more work than they can do, start more workers.",
  );
}

async function checkQuarantine(db: Db): Promise<Finding> {
  const quarantine = await readFact<Quarantine>(db, "quarantine");
  return quarantine
    ? warning(
        `This installation was restored and has been in quarantine since ${quarantine.since}.`,
        "Run npm run quarantine to see what would be sent, then npm run quarantine:release.",
      )
    : ok("The installation isn't in quarantine.");
}

async function checkBackup(db: Db, env: Settings): Promise<Finding> {
  const backup = await readFact<Backup>(db, "backup");
  const fix = "Run npm run backup daily, for example from cron, and store its result on another machine.";
  if (!backup) {
    const none = "No backup has been made with npm run backup.";
    return env.ZONEPOST_MODE === "live"
      ? warning(none, fix)
      : skipped(none, "Nothing to do if the sandbox's data may be lost.");
  }
  const ageMs = Date.now() - Date.parse(backup.takenAt);
  return judged(judgeBackup(ageMs), `The last backup is ${inWords(ageMs)} old.`, fix);
}

/** Each restore leaves a note in the backup that it has read; the others are next to the last one. */
async function checkRestore(db: Db): Promise<Finding> {
  const backup = await readFact<Backup>(db, "backup");
  const fix = "Restore the last backup into another folder, as docs/backup.md describes, and look at it.";
  if (!backup?.folder) {
    return skipped("Whether a backup was ever restored can't be seen here.", fix);
  }
  const place = path.dirname(backup.folder);
  const folders = await readdir(place).catch(() => undefined);
  if (folders === undefined) {
    return skipped(`The folder of the last backup can't be read here: ${backup.folder}.`, fix);
  }
  const times = await Promise.all(folders.map((name) => readRestoredAtMs(path.join(place, name))));
  const latestMs = Math.max(...times);
  if (!Number.isFinite(latestMs)) {
    return warning("No backup was ever restored, so it is unknown whether one can be.", fix);
  }
  const ageMs = Date.now() - latestMs;
  return judged(judgeRestore(ageMs), `A backup was last restored ${inWords(ageMs)} ago.`, fix);
}

async function readRestoredAtMs(folder: string): Promise<number> {
  try {
    const { restoredAt } = JSON.parse(await readFile(path.join(folder, "restored.json"), "utf8"));
    return Date.parse(restoredAt) || Number.NEGATIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

async function checkMailHosts(db: Db, env: Settings): Promise<Finding> {
  const hosts = await listMailHosts(db);
  if (hosts.length === 0) {
    return env.MAIL_HOST_NAME === undefined
      ? skipped("No mail host has reported.", "Nothing to do without mail hosts.")
      : warning("No mail host has reported.", "Start the mail agent on each mail host; see docs/mail.md.");
  }
  const judgments = hosts.map(({ name, lastSeenAt }) => {
    const silentMs = Date.now() - lastSeenAt.getTime();
    return { state: judgeMailHost(silentMs), text: `${name} reported ${inWords(silentMs)} ago` };
  });
  const state = (["failed", "warning"] as const).find((each) => judgments.some((one) => one.state === each));
  return judged(
    state ?? "ok",
    `Mail hosts: ${judgments.map(({ text }) => text).join("; ")}.`,
    "Check the mail agent there. If the host was taken away, delete its row from mail_hosts.",
  );
}
