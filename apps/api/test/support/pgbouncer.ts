import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "@zonepost/embedded-postgres/host";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import postgres from "postgres";
import { findProgram } from "../../../../scripts/system-packages.mjs";
import { until } from "./until.ts";

const program = findProgram(["pgbouncer"]);
export const hasPgBouncer = program !== undefined;

/** A user without a name is enough, and PgBouncer doesn't run as root. */
const plainUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * PgBouncer in transaction mode before a database, with its default settings and few server connections, so that they are
 * shared all the time.
 */
export async function startPgBouncer(databaseUrl: string, more: Record<string, string> = {}) {
  const database = new URL(databaseUrl);
  const folder = mkdtempSync(path.join(placeForTests(), "zonepost-pgbouncer-"));
  chmodSync(folder, 0o755);
  const file = (name: string, text: string) => {
    const at = path.join(folder, name);
    writeFileSync(at, text);
    return at;
  };
  const port = await freePort();
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_file: file("users", `"${database.username}" "${decodeURIComponent(database.password)}"\n`),
    pool_mode: "transaction",
    default_pool_size: "3",
    ...more,
  };
  const configuration = file(
    "pgbouncer.ini",
    [
      "[databases]",
      `* = host=${database.hostname} port=${database.port}`,
      "[pgbouncer]",
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      "",
    ].join("\n"),
  );
  const child = spawn(program ?? "pgbouncer", ["-q", configuration], {
    ...plainUser,
    cwd: "/",
    stdio: "ignore",
  });
  const exited = new Promise((resolve) => child.once("close", resolve));
  const url = new URL(databaseUrl);
  url.port = String(port);
  const ask = async (statement: string) => {
    const sql = postgres(url.href, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} });
    try {
      return [...(await sql.unsafe(statement))];
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  await until("PgBouncer answers", () =>
    ask("select 1").then(
      () => true,
      () => false,
    ),
  );
  return {
    url: url.href,
    ask,
    async stop(): Promise<void> {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
