import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { AgentDatabase } from "./agent-database.ts";

export type EraseOptions = {
  /** Has a folder for each account, named after its ID. */
  mailboxes: string;
  database: Pick<AgentDatabase, "findErased">;
  intervalMs: number;
  log: Logger;
  signal: AbortSignal;
};

const accountId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes the folders of erased accounts, at once and then at each interval, until the signal. */
export async function eraseMailboxes(options: EraseOptions): Promise<void> {
  const { intervalMs, log, signal } = options;
  while (!signal.aborted) {
    try {
      await eraseOnce(options);
    } catch (error) {
      log.error({ err: error }, "the messages of erased accounts were not looked for; retrying");
    }
    await delay(intervalMs, undefined, { signal }).catch(() => {});
  }
}

/** Asks about the folders that exist, because the list of erased accounts grows without end. */
async function eraseOnce({ mailboxes, database, log, signal }: EraseOptions): Promise<void> {
  const folders = (await readdir(mailboxes)).filter((name) => accountId.test(name));
  for (const id of await database.findErased(folders)) {
    if (signal.aborted) {
      return;
    }
    try {
      await rm(path.join(mailboxes, id), { recursive: true, force: true });
      log.info({ accountId: id }, "erased the messages of an account");
    } catch (error) {
      log.error({ err: error, accountId: id }, "the messages of an account could not be erased; retrying");
    }
  }
}
