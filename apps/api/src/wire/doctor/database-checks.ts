import {
  createDb,
  type Db,
  directAddress,
  findPendingMigrations,
  isPooled,
  RefusedServerError,
  requireServer,
} from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { createDatabaseCheck } from "../../kernel/database/database-room.ts";
import { findKeyState } from "../../kernel/database/encryption-key.ts";
import { secretColumns } from "../refuse-wrong-key.ts";
import { reportSealed } from "../rewrap-secrets.ts";
import { type Check, type Finding, failed, judged, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { KnownFacts } from "./known-facts.ts";
import { inWords, judgeClock } from "./thresholds.ts";

const group = "Database";

type Settings = {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  ENCRYPTION_KEY?: string | undefined;
  ENCRYPTION_KEYS_RETIRED: readonly string[];
  MAIL_HOST_NAME?: string | undefined;
};

/** The database, for all checks that need it: its connection once it is known to be usable, and its own check. */
export function connectToDatabase(env: Settings, facts: KnownFacts) {
  const { DATABASE_URL } = env;
  if (DATABASE_URL === undefined || facts.database !== null) {
    const finding: Finding =
      facts.database ??
      failed("DATABASE_URL is missing or wrong.", "Set it to the address of your PostgreSQL server.");
    return { db: Promise.resolve(undefined), finding: Promise.resolve(finding), close: async () => {} };
  }
  const addresses = { ...env, DATABASE_URL };
  const direct = isPooled(addresses)
    ? directAddress(addresses)
    : ({ url: DATABASE_URL, setting: "DATABASE_URL" } as const);
  const connection = createDb(direct.url, {
    applicationName: "zonepost-doctor",
    maxConnections: 4,
    statementTimeoutMs: 10_000,
  });
  const finding = requireServer(direct.url, { ...direct, mayBePooled: false }).then(
    async () => ok(`PostgreSQL ${await readVersion(connection)} responds.`),
    (error: unknown) =>
      error instanceof RefusedServerError
        ? failed(error.message, "Use PostgreSQL 18 or later, and its own address.")
        : failed(
            `${direct.setting}: the database doesn't respond (${reasonOf(error)}).`,
            "Check that PostgreSQL is running and that address, username and password are right.",
          ),
  );
  const db = finding.then(({ state }) => (state === "ok" ? connection : undefined));
  return { db, finding, close: () => connection.close() };
}

export type Database = ReturnType<typeof connectToDatabase>;

async function readVersion(db: Db): Promise<string> {
  const [row] = await db.$client<{ version: string }[]>`select current_setting('server_version') as version`;
  return row?.version.split(" ")[0] ?? "";
}

/** A check that needs the database, and for `isMigrated` its tables. */
export const withDatabase =
  (
    database: Database,
    work: (db: Db) => Promise<Finding>,
    { isMigrated = true }: { isMigrated?: boolean } = {},
  ): (() => Promise<Finding>) =>
  async () => {
    const db = await database.db;
    if (!db) {
      return skipped("This needs the database.", "Make the database check succeed first.");
    }
    if (isMigrated && (await findPendingMigrations(db.$client)).isEmpty) {
      return skipped("The database has no tables yet.", "The first start creates them.");
    }
    return work(db);
  };

export function databaseChecks(env: Settings, database: Database): Check[] {
  const early = { isMigrated: false };
  return [
    { id: "database", group, run: () => database.finding },
    { id: "database-pooler", group, run: () => checkPooler(env) },
    { id: "database-rights", group, run: withDatabase(database, (db) => checkRights(db, env), early) },
    { id: "database-schema", group, run: withDatabase(database, checkSchema, early) },
    { id: "database-room", group, run: withDatabase(database, checkRoom, early) },
    { id: "database-clock", group, run: withDatabase(database, checkClock, early) },
    { id: "encryption-key", group, run: withDatabase(database, (db) => checkKey(db, env)) },
  ];
}

async function checkPooler({ DATABASE_URL, DATABASE_DIRECT_URL }: Settings): Promise<Finding> {
  if (DATABASE_URL === undefined || !isPooled({ DATABASE_URL, DATABASE_DIRECT_URL })) {
    return skipped(
      "No pooler is configured.",
      "Nothing to do. To use one, set DATABASE_URL to it and DATABASE_DIRECT_URL to PostgreSQL itself.",
    );
  }
  try {
    await requireServer(DATABASE_URL, { setting: "DATABASE_URL", mayBePooled: true });
    return ok("The pooler at DATABASE_URL leads to PostgreSQL.");
  } catch (error) {
    return failed(
      `DATABASE_URL: the pooler doesn't lead to PostgreSQL (${reasonOf(error)}).`,
      "Check the pooler's address, its [databases] and its users.",
    );
  }
}

/** A start creates schemas and changes its tables; `npm run mail:roles` creates roles. */
async function checkRights(db: Db, { MAIL_HOST_NAME }: Settings): Promise<Finding> {
  const [row] = await db.$client<
    { role: string; mayCreate: boolean; mayCreateRoles: boolean; foreign: string[] }[]
  >`
    select current_user as role,
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate",
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as "mayCreateRoles",
      array(
        select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'drizzle', 'graphile_worker', 'mail_host') and c.relkind in ('r', 'p', 'v')
          and not pg_has_role(c.relowner, 'USAGE')
        order by 1 limit 3
      ) as foreign`;
  if (!row?.mayCreate) {
    return failed(
      `The role ${row?.role} may not create tables in this database.`,
      "Make it the owner: alter database … owner to …; then it can also create in the schema public.",
    );
  }
  if (row.foreign.length > 0) {
    return failed(
      `The role ${row.role} doesn't own ${row.foreign.join(", ")}, so migrations can't change them.`,
      "As a superuser: reassign owned by <their owner> to <this role>.",
    );
  }
  return row.mayCreateRoles || MAIL_HOST_NAME === undefined
    ? ok(`The role ${row.role} may create and change tables.`)
    : warning(
        `The role ${row.role} may not create roles, which npm run mail:roles needs.`,
        "As a superuser: alter role … createrole.",
      );
}

async function checkSchema(db: Db): Promise<Finding> {
  const { pending, isNewer, isEmpty } = await findPendingMigrations(db.$client);
  if (isNewer) {
    return failed("The database is of a newer version than this one.", "Start the newer version again.");
  }
  if (isEmpty) {
    return warning("The database has no tables yet.", "The first start creates them.");
  }
  return pending.length > 0
    ? warning(
        `${pending.length} of this version's migrations aren't applied yet, from ${pending[0]}.`,
        "The next start applies them; processes of this version need them.",
      )
    : ok("The database has the tables of this version.");
}

async function checkRoom(db: Db): Promise<Finding> {
  try {
    await createDatabaseCheck(db)();
  } catch (error) {
    return failed(
      `The database can't be written (${reasonOf(error)}).`,
      "Free space on its disk, or make it writable again.",
    );
  }
  const [row] = await db.$client<{ size: string }[]>`
    select pg_size_pretty(pg_database_size(current_database())) as size`;
  return ok(`The database can be written, and takes ${row?.size}.`);
}

/** The server's clock between the two moments of the question. */
async function checkClock(db: Db): Promise<Finding> {
  await db.$client`select 1`;
  const askedMs = Date.now();
  const [row] = await db.$client<{ nowMs: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`;
  const answeredMs = Date.now();
  const nowMs = row?.nowMs ?? Number.NaN;
  const aheadMs = nowMs < askedMs ? nowMs - askedMs : nowMs > answeredMs ? nowMs - answeredMs : 0;
  return judged(
    judgeClock(aheadMs),
    aheadMs === 0
      ? "The clocks of this machine and the database agree."
      : `The database's clock is ${inWords(aheadMs)} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's.`,
    "Synchronize both machines by NTP.",
  );
}

async function checkKey(db: Db, { ENCRYPTION_KEY, ENCRYPTION_KEYS_RETIRED }: Settings): Promise<Finding> {
  if (ENCRYPTION_KEY === undefined) {
    return failed("ENCRYPTION_KEY is missing or wrong.", "Set it, from secrets.json or your backup.");
  }
  const box = createSecretBox([ENCRYPTION_KEY, ...ENCRYPTION_KEYS_RETIRED]);
  const state = await findKeyState(db, box, secretColumns);
  if (state === "other") {
    return failed(
      "ENCRYPTION_KEY isn't the key that the secrets in this database are encrypted with.",
      "Set it to that key, from secrets.json or your backup, or add that key to ENCRYPTION_KEYS_RETIRED.",
    );
  }
  if (state === null) {
    return skipped("Nothing is encrypted yet.", "The first start stores a value that it can check.");
  }
  const report = await reportSealed({ db, secretBox: box });
  const retired = report.retired
    .flatMap((keyId) => [...(report.counts.get(keyId)?.values() ?? [])])
    .reduce((sum, count) => sum + count, 0);
  return retired > 0
    ? warning(
        `ENCRYPTION_KEY is right, but ${retired} ${retired === 1 ? "secret is" : "secrets are"} still encrypted with a retired key.`,
        "Run npm run secrets:rewrap before you remove that key.",
      )
    : ok("ENCRYPTION_KEY opens this database's secrets.");
}
