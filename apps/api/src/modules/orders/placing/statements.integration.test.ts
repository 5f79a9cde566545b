import { afterAll, beforeAll, expect, it } from "vitest";
import { type Customer, newName, startOrders } from "../../../../test/support/orders/start-orders.ts";

// Ceilings, not targets: each statement is a round trip in which a person waits.
const maxStatements = { request: 70, lock: 18, worker: 15 };
const maxTransactions = { request: 4, lock: 3, worker: 1 };

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true });
  // Notices of the processor are requests of their own.
  await started.api.holdNotices();
  customer = await started.newPayer();
  // The first order also creates the contact at the registry.
  await order();
  await sendEmails();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const order = (locked = false) => {
  const line = { ...customer.registration(newName()), locked };
  return customer.order([line], {}, { "Idempotency-Key": newName() });
};
async function sendEmails(): Promise<void> {
  await started.runSweep("order lines");
  await started.runSweep("emails about orders");
}

/** The driver reports each statement, also those of transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { options } = started.api.wired.db.$client as { options: { debug?: unknown } };
  const statements: string[] = [];
  options.debug = (_connection: number, text: string) => statements.push(text.trim());
  try {
    await work();
  } finally {
    options.debug = undefined;
  }
  return statements;
}

/** A new connection, or a registry that answers late, adds statements that the work doesn't need. */
const fewest = (runs: readonly string[][]) =>
  runs.reduce((least, statements) => (statements.length < least.length ? statements : least));

const countTransactions = (statements: readonly string[]) =>
  statements.filter((text) => text.startsWith("begin")).length;

it.each([
  ["an order of one domain", false],
  ["an order of one domain that is locked", true],
])("%s, paid with a saved card, sends no more statements than it needs", async (_case, locked) => {
  const requests: string[][] = [];
  const workers: string[][] = [];
  for (let run = 0; run < 3; run++) {
    const ordered = await statementsOf(async () => {
      expect((await order(locked)).json.state).toBe("completed");
    });
    requests.push(ordered);
    workers.push(await statementsOf(sendEmails));
  }
  const request = fewest(requests);
  const worker = fewest(workers);
  expect(request.length, request.join("\n")).toBeLessThanOrEqual(
    maxStatements.request + (locked ? maxStatements.lock : 0),
  );
  expect(worker.length, worker.join("\n")).toBeLessThanOrEqual(maxStatements.worker);
  expect(countTransactions(request)).toBeLessThanOrEqual(
    maxTransactions.request + (locked ? maxTransactions.lock : 0),
  );
  expect(countTransactions(worker)).toBeLessThanOrEqual(maxTransactions.worker);
});

it("no transaction is open while the processor or the registry is called", async () => {
  const { ports } = started.api.wired;
  const called = new Map<string, number>();
  const restore: (() => void)[] = [];
  for (const port of [ports.processors.current, ...ports.registrars.all()]) {
    const methods = port as unknown as Record<string, unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== "function") {
        continue;
      }
      methods[name] = async (...given: unknown[]) => {
        const [open] = await started.api.sql<{ count: number }[]>`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'
            and application_name like 'zonepost-api%'`;
        called.set(name, Math.max(called.get(name) ?? 0, open?.count ?? 0));
        return method.apply(port, given);
      };
      restore.push(() => {
        methods[name] = method;
      });
    }
  }
  try {
    expect((await order()).json.state).toBe("completed");
  } finally {
    for (const put of restore) {
      put();
    }
  }
  expect([...called.keys()]).toEqual(
    expect.arrayContaining(["createIntent", "confirmIntent", "createDomain", "readDomain"]),
  );
  expect([...called].filter(([, count]) => count > 0)).toEqual([]);
});
