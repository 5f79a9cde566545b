import pino from "pino";
import { expect, it } from "vitest";
import { type MailboxUse, parseUse, UseReporter } from "./use-reporter.ts";

const log = pino({ level: "silent" });

it("reads the columns that doveadm prints", () => {
  expect(parseUse("Username\tmessages\tvsize\nanna@one.test\t2\t5303\no'ben+1@one.test\t0\t0\n")).toEqual([
    { address: "anna@one.test", usedBytes: 5303, messageCount: 2 },
    { address: "o'ben+1@one.test", usedBytes: 0, messageCount: 0 },
  ]);
  expect(parseUse("Username\tmessages\tvsize\n")).toEqual([]);
});

it("reports a mailbox once for all deliveries of an interval, and again after a failure", async () => {
  const asked: string[][] = [];
  let stored: MailboxUse[] = [];
  let isAway = false;
  const reporter = new UseReporter(
    {
      intervalMs: 5_000,
      log,
      async readUse(addresses) {
        asked.push([...addresses]);
        return addresses.map((address) => ({ address, usedBytes: 1, messageCount: 1 }));
      },
      async storeUse(uses) {
        if (isAway) {
          throw new Error("away");
        }
        stored = [...uses];
      },
    },
    ["before-the-restart@one.test"],
  );
  reporter.add(["anna@one.test", "anna@one.test"]);
  await reporter.reportIfDue(10_000);
  expect(stored.map(({ address }) => address)).toEqual(["before-the-restart@one.test", "anna@one.test"]);
  reporter.add(["ben@one.test"]);
  await reporter.reportIfDue(14_999);
  expect(asked).toHaveLength(1);
  isAway = true;
  await reporter.reportIfDue(15_000);
  expect(reporter.waiting).toEqual(["ben@one.test"]);
  isAway = false;
  await reporter.reportIfDue(20_000);
  expect([stored.map(({ address }) => address), reporter.waiting]).toEqual([["ben@one.test"], []]);
});
