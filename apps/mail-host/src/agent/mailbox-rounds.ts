import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

export type RoundOptions = {
  /** Has a folder for each account, named after its ID. */
  mailboxes: string;
  intervalMs: number;
  /** After a failure, if that is sooner. */
  retryMs: number;
  log: Logger;
  signal: AbortSignal;
};

const accountId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Passes the IDs of the accounts that have a folder to `round`, at once and then at each interval, until the signal.
 * `round` returns whether all went well.
 */
export async function repeatRounds(
  { mailboxes, intervalMs, retryMs, log, signal }: RoundOptions,
  round: (accountIds: string[]) => Promise<boolean>,
  failure: string,
): Promise<void> {
  while (!signal.aborted) {
    let isDone = false;
    try {
      isDone = await round((await readdir(mailboxes)).filter((name) => accountId.test(name)));
    } catch (error) {
      log.error({ err: error }, failure);
    }
    const waitMs = isDone ? intervalMs : Math.min(retryMs, intervalMs);
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}
