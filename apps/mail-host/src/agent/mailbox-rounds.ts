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

type Round = {
  /** Of the accounts that have a folder, those to work on. */
  select(accountIds: string[]): Promise<readonly string[]> | readonly string[];
  work(accountId: string): Promise<void>;
  /** For the log. */
  failures: { select: string; work: string };
};

const accountId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Works on the mailboxes of a host at once and then at each interval, until the signal. One that fails stops no other,
 * and is tried again.
 */
export async function repeatRounds(options: RoundOptions, round: Round): Promise<void> {
  const { intervalMs, retryMs, signal } = options;
  while (!signal.aborted) {
    const isDone = await makeRound(options, round);
    const waitMs = isDone ? intervalMs : Math.min(retryMs, intervalMs);
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

/** False if anything has failed. */
async function makeRound(
  { mailboxes, log, signal }: RoundOptions,
  { select, work, failures }: Round,
): Promise<boolean> {
  let isDone = true;
  try {
    const accountIds = (await readdir(mailboxes)).filter((name) => accountId.test(name));
    for (const id of await select(accountIds)) {
      if (signal.aborted) {
        break;
      }
      await work(id).catch((error: unknown) => {
        isDone = false;
        log.error({ err: error, accountId: id }, failures.work);
      });
    }
  } catch (error) {
    isDone = false;
    log.error({ err: error }, failures.select);
  }
  return isDone;
}
