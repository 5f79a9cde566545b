import { parseArgs } from "node:util";
import postgres from "postgres";

// Records a backup that another tool made of the database of DATABASE_URL, if it is a backup of that one.

const { values } = parseArgs({
  options: {
    "taken-at": { type: "string", default: "" },
    folder: { type: "string", default: "" },
    "system-identifier": { type: "string" },
    database: { type: "string" },
  },
});

const sql = postgres(process.env.DATABASE_URL ?? "", {
  max: 1,
  onnotice: () => {},
  connection: { application_name: "zonepost-backup" },
});
try {
  const [own] = await sql<{ system: string; database: string }[]>`
    select system_identifier::text as system, current_database() as database from pg_control_system()`;
  const isOwn =
    (values["system-identifier"] ?? own?.system) === own?.system &&
    (values.database ?? own?.database) === own?.database;
  if (isOwn) {
    const value = { takenAt: values["taken-at"], folder: values.folder, kind: "own" };
    await sql`
      insert into public.installation (key, value) values ('backup', ${sql.json(value)})
      on conflict (key) do update set value = excluded.value`;
  } else {
    console.error("it's a backup of another database than DATABASE_URL's");
    process.exitCode = 1;
  }
} finally {
  await sql.end({ timeout: 5 });
}
