import { type SQL, sql, TransactionRollbackError } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dayMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { fixture, setUpWebhooks, type WebhooksFixture } from "../webhooks-fixture.ts";
import { type ClaimRequest, claimDeliveries, noProgress } from "./claim-deliveries.ts";
import { emptyQueue, entriesReadBy, holdSnapshot } from "./claim-fixture.ts";

setUpWebhooks();

const queuedCount = 20_000;

async function createEndpoint() {
  const workspace = await fixture.createWorkspace();
  const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
  return { workspaceId: workspace.id, endpointId: rowId("whe", id) as string };
}

const queueDeliveries = (
  { workspaceId, endpointId }: Awaited<ReturnType<typeof createEndpoint>>,
  count: number,
  dueAt: SQL,
) =>
  fixture.db.execute(sql`
    insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
    select ${workspaceId}, uuidv7(), ${endpointId}, uuidv7(), 'example.com', number, ${dueAt}
    from generate_series(1, ${count}::int) number`);

const none = new Map<string, number>();

const crowded = { ...noProgress, isCrowded: true };

const claim = (db: WebhooksFixture["db"], request: Partial<ClaimRequest>) =>
  claimDeliveries(
    { db },
    {
      now: fixture.clock.at,
      limit: 100,
      progress: noProgress,
      inFlight: { endpoint: none, workspace: none, host: none },
      inFlightLimits: { perEndpoint: 8, perWorkspace: 64, perHost: 128 },
      leaseSeconds: 60,
      probeHoldMs: 17_000,
      ...request,
    },
  );

const forgetClaims = () =>
  fixture.db.execute(sql`update delivery_queue set claim_id = null, lease_until = null`);

/** Claims, and counts the rows of the queue that were read for it. */
const claimAndCount = (isCrowded: boolean) =>
  fixture.db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = on`);
    const rowsRead = async () => {
      const [read] = await tx.execute<{ rows: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as rows
        from pg_stat_xact_user_tables where relname = 'delivery_queue'`);
      return read?.rows ?? Number.NaN;
    };
    // Of this connection, and not only of this transaction.
    const before = await rowsRead();
    const { deliveries } = await claim(tx as unknown as WebhooksFixture["db"], {
      progress: isCrowded ? crowded : noProgress,
    });
    const [setting] = await tx.execute<{ commit: string }>(
      sql`select current_setting('synchronous_commit') as commit`,
    );
    return { deliveries, rowsRead: (await rowsRead()) - before, commit: setting?.commit };
  });

it.each([
  ["it walks along the endpoints", true],
  ["it lists them first", false],
])(
  "reads a small part of a long queue, although it was planned while one endpoint had all of it, when %s",
  async (_, isCrowded) => {
    await emptyQueue();
    const busy = await createEndpoint();
    const quiet = await Promise.all(Array.from({ length: 10 }, createEndpoint));
    const now = sql`${fixture.clock.at.toISOString()}::timestamptz`;
    await queueDeliveries(busy, queuedCount, sql`${now} - interval '1 hour'`);
    await fixture.db.execute(sql`analyze delivery_queue`);
    for (const endpoint of quiet) {
      await queueDeliveries(endpoint, 2, sql`${now} - interval '1 minute'`);
    }
    const { deliveries, rowsRead } = await claimAndCount(isCrowded);
    const claimedOf = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
    expect([...claimedOf.values()].map((claims) => claims.length).sort()).toEqual([...quiet.map(() => 2), 8]);
    expect(rowsRead).toBeLessThan(queuedCount / 10);
  },
);

it("walks on from the start, so that the endpoints before its cursor are claimed too", async () => {
  const endpoints = await Promise.all(Array.from({ length: 10 }, createEndpoint));
  endpoints.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const endpoint of endpoints) {
    await queueDeliveries(endpoint, 6, sql`now() - interval '1 year'`);
  }
  const [, , , , fifth] = endpoints;
  const { deliveries, isCut } = await claim(fixture.db, {
    progress: { ...crowded, cursor: fifth?.endpointId ?? "" },
    limit: 64,
  });
  const [first] = deliveries;
  expect({ count: deliveries.length, isCut }).toEqual({ count: 60, isCut: false });
  expect(first?.endpointId).toBe(endpoints[5]?.endpointId);
});

it("finds a test of one workspace although another one, with all in flight that it may have, asked for very many", async () => {
  const quiet = await createEndpoint();
  const busy = await fixture.createWorkspace();
  const ask = (endpoint: typeof quiet, count: number, dueAt: SQL) =>
    fixture.db.execute(sql`
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, kind, due_at)
      select ${endpoint.workspaceId}, uuidv7(), ${endpoint.endpointId}, uuidv7(), 'example.com', number, 'test', ${dueAt}
      from generate_series(1, ${count}::int) number`);
  for (let count = 0; count < 20; count += 1) {
    const { id } = await busy.subscribe("http://127.0.0.1:4999/hook");
    await ask(
      { workspaceId: busy.id, endpointId: rowId("whe", id) as string },
      20,
      sql`now() - interval '2 years'`,
    );
  }
  await ask(quiet, 1, sql`now() - interval '1 year'`);
  const inFlight = { endpoint: none, workspace: new Map([[busy.id, 64]]), host: none };
  for (const progress of [noProgress, crowded]) {
    const { deliveries } = await claim(fixture.db, { progress, inFlight });
    expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([quiet.endpointId]);
    await forgetClaims();
  }
});

it("claims what was asked for next to what else is due for the same endpoint", async () => {
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, 20, sql`now() - interval '1 year'`);
  await fixture.db.execute(sql`update delivery_queue set kind = 'replay', attempt = 1 where sequence = 20`);
  for (const progress of [noProgress, crowded]) {
    const { deliveries } = await claim(fixture.db, { progress });
    expect(deliveries.filter(({ kind }) => kind === "replay")).toHaveLength(1);
    await forgetClaims();
  }
});

it("finds an object's next event behind more than it looks at, which wait for another object's", async () => {
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, 1_200, sql`now() - interval '2 years'`);
  await fixture.db.execute(sql`
    update delivery_queue set is_ordered = true,
      attempt = case sequence when 1 then 1 else 0 end,
      subject = case sequence when 1200 then 'example.net' else subject end,
      due_at = case sequence when 1 then now() + interval '1 century' when 1200 then now() - interval '1 year' else due_at end`);
  for (const progress of [noProgress, crowded, { ...crowded, needsFull: true }]) {
    const { deliveries, progress: next } = await claim(fixture.db, { progress });
    expect(deliveries.map(({ isOrdered, attemptsMade }) => [isOrdered, attemptsMade])).toEqual([[true, 0]]);
    expect(next.needsFull).toBe(true);
    await forgetClaims();
  }
});

it.each([
  ["workspace", { perEndpoint: 8, perWorkspace: 5, perHost: 100 }, 5 + 5],
  ["host", { perEndpoint: 8, perWorkspace: 100, perHost: 6 }, 6],
])(
  "claims no more than the limit of a %s, and asks for no limit while none is reached",
  async (_, inFlightLimits, count) => {
    const endpoints = [await createEndpoint(), await createEndpoint()];
    for (const endpoint of endpoints) {
      await queueDeliveries(endpoint, 7, sql`now() - interval '1 year'`);
    }
    for (const start of [noProgress, crowded]) {
      const limited = await claim(fixture.db, { progress: start, inFlightLimits });
      expect([limited.deliveries.length, limited.progress.needsFull]).toEqual([count, true]);
      await forgetClaims();
      const { deliveries, progress } = await claim(fixture.db, { progress: limited.progress });
      expect([deliveries.length, progress.needsFull]).toEqual([14, false]);
      await forgetClaims();
    }
  },
);

it("goes on walking while many are due, and lists again when few are left", async () => {
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, 20, sql`now() - interval '1 year'`);
  const first = await claim(fixture.db, { listBelow: 15 });
  const rest = await claim(fixture.db, { progress: first.progress, listBelow: 15 });
  expect([first, rest].map(({ deliveries, progress }) => [deliveries.length, progress.isCrowded])).toEqual([
    [8, true],
    [8, false],
  ]);
});

describe.each([
  ["one endpoint after the other", Number.POSITIVE_INFINITY],
  ["the next rows at once", 1],
])("while more endpoints have something due than fit in a claim, and it reads %s", (_, leastInTurn) => {
  const limit = 4;

  /** In the order of their turns. */
  const createCrowd = async ({ newest }: { newest: number }) => {
    const endpoints = await Promise.all(Array.from({ length: 8 }, createEndpoint));
    endpoints.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
    for (const [place, endpoint] of endpoints.entries()) {
      await queueDeliveries(
        endpoint,
        2,
        sql`now() - interval '1 year' - ${Math.abs(place - newest)}::int * interval '1 hour'`,
      );
    }
    return endpoints.map(({ endpointId }) => endpointId);
  };
  const endpointsOf = ({ deliveries }: Awaited<ReturnType<typeof claim>>) =>
    deliveries.map(({ endpointId }) => endpointId);

  it("claims one of each of the next, once, also if one of them has the newest event", async () => {
    const endpoints = await createCrowd({ newest: 0 });
    const first = await claim(fixture.db, { progress: crowded, limit, leastInTurn });
    expect(endpointsOf(first)).toEqual(endpoints.slice(0, 3));
    const second = await claim(fixture.db, { progress: first.progress, limit, leastInTurn });
    expect(endpointsOf(second).toSorted()).toEqual([endpoints[0], ...endpoints.slice(3, 6)]);
  });

  it("claims none of an endpoint with as many in flight as it may have", async () => {
    const [full, second, third, ...others] = await createCrowd({ newest: 7 });
    const inFlight = { endpoint: new Map([[full ?? "", 8]]), workspace: none, host: none };
    const claimed = await claim(fixture.db, { progress: crowded, limit, leastInTurn, inFlight });
    expect(endpointsOf(claimed)).toEqual([others.at(-1), second, third]);
    expect(claimed.isCut).toBe(true);
  });

  it("claims no more for a host or a workspace than it may have in flight", async () => {
    const endpoints = await createCrowd({ newest: 7 });
    const perHost = { perEndpoint: 8, perWorkspace: 64, perHost: 2 };
    const one = await claim(fixture.db, { progress: crowded, limit, leastInTurn, inFlightLimits: perHost });
    expect(endpointsOf(one)).toEqual([endpoints.at(-1), endpoints[0]]);
    const { workspaceId = "" } = one.deliveries.at(-1) ?? {};
    const other = await claim(fixture.db, {
      progress: crowded,
      limit,
      leastInTurn,
      inFlight: { endpoint: none, workspace: new Map([[workspaceId, 64]]), host: none },
    });
    expect(endpointsOf(other)).toEqual([endpoints.at(-1), ...endpoints.slice(1, 3)]);
  });

  it("goes on with those after the last one", async () => {
    const endpoints = await createCrowd({ newest: 7 });
    const first = await claim(fixture.db, { progress: crowded, limit, leastInTurn });
    expect(first.progress).toMatchObject({ cursor: endpoints[2], inTurn: { after: 0 } });
    const second = await claim(fixture.db, { progress: first.progress, limit, leastInTurn });
    expect(endpointsOf(second).toSorted()).toEqual([...endpoints.slice(3, 6), endpoints[7]]);
  });
});

it("reads the next rows at once again after the last endpoint, and seldom if they are too few", async () => {
  const crowd = await Promise.all(Array.from({ length: 8 }, createEndpoint));
  crowd.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const endpoint of crowd) {
    await queueDeliveries(endpoint, 2, sql`now() - interval '1 year'`);
  }
  const pausesFrom = async (endpoint: number, claims: number) => {
    const pauses: number[] = [];
    let { progress } = { progress: { ...crowded, cursor: crowd[endpoint]?.endpointId ?? "" } };
    for (let count = 0; count < claims; count += 1) {
      ({ progress } = await claim(fixture.db, { progress, limit: 4, leastInTurn: 1, listBelow: 1 }));
      await fixture.db.execute(sql`update delivery_queue set claim_id = null, lease_until = null`);
      pauses.push(progress.inTurn.pause);
    }
    return pauses;
  };
  expect(await pausesFrom(6, 2)).toEqual([1, 0]);
  await fixture.db.execute(sql`delete from delivery_queue where endpoint_id <> ${crowd[0]?.endpointId}`);
  expect(await pausesFrom(0, 5)).toEqual([1, 3, 3, 3, 7]);
});

describe("while one endpoint has many due", () => {
  const limit = 64;
  const inFlightLimits = { perEndpoint: limit, perWorkspace: limit, perHost: limit };

  /** Of 2,000 deliveries, the first 1,280 were claimed and sent, which a report still sees. */
  const createBacklog = async () => {
    await emptyQueue();
    const endpoint = await createEndpoint();
    await queueDeliveries(endpoint, 2_000, sql`now() - interval '1 year' + number * interval '1 second'`);
    const report = await holdSnapshot();
    let { progress } = { progress: crowded };
    for (let count = 0; count < 20; count += 1) {
      const next = await claim(fixture.db, { progress, limit, inFlightLimits });
      ({ progress } = next);
      await fixture.db.execute(sql`delete from delivery_queue where claim_id is not null`);
    }
    const { backlog } = progress;
    // However slow the machine, it isn't time to look back yet.
    const notYet = backlog && { ...backlog, lookBackAtMs: Number.POSITIVE_INFINITY };
    return { endpoint, report, progress: { ...progress, backlog: notYet } };
  };

  it("doesn't read what was sent before, although a report keeps it from being removed", async () => {
    const { report, progress } = await createBacklog();
    await using _ = report;
    const readWith = (backlog: typeof progress.backlog) =>
      entriesReadBy((db) => claim(db, { progress: { ...progress, backlog }, limit, inFlightLimits }));
    expect(await readWith(progress.backlog)).toBeLessThan(500);
    expect(await readWith(null)).toBeGreaterThan(1_280);
  });

  it("claims what is due before, and was given back, when it looks back, and if nothing else is due", async () => {
    const { endpoint, report, progress } = await createBacklog();
    await using _ = report;
    await queueDeliveries(endpoint, 1, sql`now() - interval '2 years'`);
    const claimOne = async (backlog: typeof progress.backlog) => {
      const one = { perEndpoint: 1, perWorkspace: 1, perHost: 1 };
      const next = await claim(fixture.db, {
        progress: { ...progress, backlog },
        limit,
        inFlightLimits: one,
      });
      await fixture.db.execute(sql`update delivery_queue set claim_id = null, lease_until = null`);
      return next.deliveries.map(({ dueAt }) => Math.round((Date.now() - dueAt.getTime()) / (365 * dayMs)));
    };
    const { backlog } = progress;
    expect(await claimOne(backlog)).toEqual([1]);
    expect(await claimOne(backlog && { ...backlog, lookBackAtMs: 0 })).toEqual([2]);
    await fixture.db.execute(sql`delete from delivery_queue where due_at > now() - interval '1 year 1 day'`);
    expect(await claimOne(backlog)).toEqual([2]);
  });
});

describe("of endpoints in every state, with deliveries of every kind", () => {
  const states = {
    healthy: "active = true",
    inactive: "active = false",
    "due for a probe": "consecutive_failures = 3, probe_at = '2000-01-01'",
    "not yet due for a probe": "consecutive_failures = 3, probe_at = '2100-01-01'",
    held: "is_held = true",
  };
  const rows = {
    "a first attempt": "'scheduled', false, 0, due, null",
    "a retry": "'scheduled', false, 2, due, null",
    "an event in its order": "'scheduled', true, 0, due, null",
    "a replay": "'replay', false, 1, due, null",
    "a test": "'test', false, 0, due, null",
    "not yet due": "'scheduled', false, 0, due + interval '1 century', null",
    "claimed by another": "'scheduled', false, 0, due, now() + interval '1 hour'",
  };

  beforeEach(async () => {
    for (const state of Object.values(states)) {
      for (const row of [...Object.values(rows), null]) {
        const { workspaceId, endpointId } = await createEndpoint();
        await fixture.db.execute(
          sql`update webhook_endpoints set ${sql.raw(state)} where id = ${endpointId}::uuid`,
        );
        // The last endpoint has one of each, the others two of one.
        for (const [index, values] of (row ? [row, row] : Object.values(rows)).entries()) {
          await fixture.db.execute(sql`
            insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence,
              kind, is_ordered, attempt, due_at, lease_until)
            select ${workspaceId}, uuidv7(), ${endpointId}, uuidv7(), 'example.com', ${index}::int, ${sql.raw(values)}
            from (select now() - interval '1 year' as due) at`);
        }
      }
    }
  });

  /** All that can be claimed, in as many claims as it takes, of which nothing stays. */
  const claimAll = async (request: Partial<ClaimRequest>, needsFull?: true) => {
    const claimed: string[] = [];
    await fixture.db
      .transaction(async (tx) => {
        let { progress } = { progress: noProgress, ...request };
        while (true) {
          const some = await claim(tx as unknown as WebhooksFixture["db"], {
            ...request,
            progress: { ...progress, ...(needsFull ? { needsFull } : {}) },
          });
          if (some.deliveries.length === 0) {
            tx.rollback();
          }
          claimed.push(...some.deliveries.map(({ deliveryId }) => deliveryId));
          ({ progress } = some);
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) {
          throw error;
        }
      });
    return claimed.sort();
  };

  it("claims the same whether it lists them or walks along them, a few at a time or all at once", async () => {
    const listed = await claimAll({ limit: 256 });
    expect(listed.length).toBeGreaterThan(30);
    expect(new Set(listed).size).toBe(listed.length);
    for (const limit of [4, 16, 256]) {
      expect(
        await claimAll({ progress: crowded, listBelow: 1, leastInTurn: Infinity, limit }),
        `${limit} at a time`,
      ).toEqual(listed);
    }
  });

  it("claims the same in both forms of its statements, as long as nothing was asked for", async () => {
    await fixture.db.execute(sql`delete from delivery_queue where kind <> 'scheduled'`);
    for (const progress of [noProgress, crowded]) {
      const simple = await claimAll({ progress, listBelow: 100 });
      expect(simple.length).toBeGreaterThan(15);
      expect(await claimAll({ progress, listBelow: 100 }, true)).toEqual(simple);
    }
  });
});

it("doesn't wait for the disk, so that recording alone does", async () => {
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, 1, sql`now() - interval '1 year'`);
  const { deliveries, commit } = await claimAndCount(false);
  expect(deliveries).toHaveLength(1);
  expect(commit).toBe("off");
});
