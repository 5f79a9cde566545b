import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";

/**
 * After an outage of the database, Postfix avoids it for a minute. Its proxymap processes remember that: Postfix starts
 * new ones, and repeats the lookups that are under way. A reload would also restart the queue manager, which can leave a
 * message that is being delivered for five minutes.
 */
export async function endProxymapsAfterOutages(sql: postgres.Sql, queue: string): Promise<void> {
  let isFirst = true;
  const onConnected = () => {
    if (!isFirst) {
      void endProxymaps(queue);
    }
    isFirst = false;
  };
  await sql.listen("zonepost_mail_servers", () => {}, onConnected);
}

async function endProxymaps(queue: string): Promise<void> {
  const master = Number(await readFile(path.join(queue, "pid/master.pid"), "utf8").catch(() => ""));
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, program, parent] = /^\d+ \((.*)\) \S (\d+) /.exec(stat) ?? [];
    if (program === "proxymap" && Number(parent) === master) {
      process.kill(Number(pid), "SIGTERM");
    }
  }
}
