import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eraseMailboxes } from "./erase-mailboxes.ts";

let mailboxes: string;
beforeEach(async () => {
  mailboxes = await mkdtemp("/tmp/mail-erase-");
});
afterEach(() => rm(mailboxes, { recursive: true }));

it("tries again at the next interval, and asks about folders of accounts alone", async () => {
  const id = crypto.randomUUID();
  for (const name of [id, "lost+found", id.toUpperCase()]) {
    await mkdir(path.join(mailboxes, name));
  }
  const asked: (readonly string[])[] = [];
  const stopping = new AbortController();
  const erasing = eraseMailboxes({
    mailboxes,
    database: {
      async findErased(folders) {
        asked.push(folders);
        if (asked.length === 1) {
          throw new Error("the database is away");
        }
        return asked.length === 2 ? [] : [...folders];
      },
    },
    intervalMs: 5,
    retryMs: 600_000,
    log: pino({ level: "silent" }),
    signal: stopping.signal,
  });
  await expect.poll(() => readdir(mailboxes)).toEqual([id.toUpperCase(), "lost+found"].sort());
  stopping.abort();
  await erasing;
  expect(asked.slice(0, 3)).toEqual([[id], [id], [id]]);
});

it("tries again soon after a failure, without waiting for the interval", async () => {
  const id = crypto.randomUUID();
  await mkdir(path.join(mailboxes, id));
  let asked = 0;
  const stopping = new AbortController();
  const erasing = eraseMailboxes({
    mailboxes,
    database: {
      async findErased(folders) {
        asked += 1;
        if (asked === 1) {
          throw new Error("the database is away");
        }
        return [...folders];
      },
    },
    intervalMs: 600_000,
    retryMs: 5,
    log: pino({ level: "silent" }),
    signal: stopping.signal,
  });
  await expect.poll(() => readdir(mailboxes)).toEqual([]);
  stopping.abort();
  await erasing;
});
