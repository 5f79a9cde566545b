import { parseArgs } from "node:util";
import postgres from "postgres";
import { mailRoleNames } from "../mail-roles.ts";
import { startQuarantine } from "../quarantine.ts";

// Puts the restored database of DATABASE_URL in quarantine. With --check, only refuses one that Zonepost is using.

const { values } = parseArgs({
  options: {
    "backup-taken-at": { type: "string" },
    "restored-to": { type: "string" },
    check: { type: "boolean", default: false },
  },
});

const sql = postgres(process.env.DATABASE_URL ?? "", {
  max: 1,
  onnotice: () => {},
  connection: { application_name: "zonepost-restore" },
});
try {
  if (values.check) {
    const users = await findUsers();
    if (users.length > 0) {
      console.error(
        `Zonepost uses this database (${users.join(", ")}). Stop all of its processes and the mail hosts', then run this again.`,
      );
      process.exitCode = 1;
    }
  } else {
    // These are of the original: the copy has neither a backup nor an archive yet.
    await sql`delete from public.installation where key in ('backup', 'archive_failing')`;
    await startQuarantine(sql, {
      backupTakenAt: values["backup-taken-at"] ?? null,
      restoredTo: values["restored-to"] ?? null,
    });
  }
} finally {
  await sql.end({ timeout: 5 });
}

/** The other processes of ours that are connected. */
async function findUsers(): Promise<string[]> {
  const [database] = await sql<{ name: string }[]>`select current_database() as name`;
  const mailRoles = Object.values(mailRoleNames(database?.name ?? ""));
  const rows = await sql<{ name: string }[]>`
    select distinct coalesce(nullif(application_name, ''), usename) as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (application_name ~ '^zonepost' or usename = any(${mailRoles}))
    order by name`;
  return rows.map(({ name }) => name);
}
