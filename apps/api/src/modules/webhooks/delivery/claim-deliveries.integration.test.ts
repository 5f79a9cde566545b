import { withPreparedStatements } from "@zonepost/db";
import { eventCatalog } from "@zonepost/schema";
import { type SQL, sql, TransactionRollbackError } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyQueue, entriesReadBy, holdSnapshot } from "../../../../test/support/webhooks/claims.ts";
import {
  fixture,
  setUpWebhooks,
  type WebhooksFixture,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { rowId } from "../../../kernel/ids.ts";
import { firstCursor } from "./claim-deliveries.ts";

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

type Request = Parameters<WebhooksFixture["claim"]>[0];
const claim = (request: Request = {}) => fixture.claim(request);
const claimWith = (db: unknown, request: Request = {}) => fixture.claim(request, db as WebhooksFixture["db"]);

const forgetClaims = () =>
  fixture.db.execute(sql`update delivery_queue set claim_id = null, lease_until = null`);

/** Claims, and counts the rows of the queue that were read for it. */
const claimAndCount = () =>
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
    const { deliveries } = await claimWith(tx);
    const [setting] = await tx.execute<{ commit: string }>(
      sql`select current_setting('synchronous_commit') as commit`,
    );
    return { deliveries, rowsRead: (await rowsRead()) - before, commit: setting?.commit };
  });

const queueLongBacklog = async () => {
  await emptyQueue();
  const busy = await createEndpoint();
  const quiet = await Promise.all(Array.from({ length: 10 }, createEndpoint));
  const now = sql`${fixture.clock.at.toISOString()}::timestamptz`;
  await queueDeliveries(busy, queuedCount, sql`${now} - interval '1 hour'`);
  await fixture.db.execute(sql`analyze delivery_queue`);
  for (const endpoint of quiet) {
    await queueDeliveries(endpoint, 2, sql`${now} - interval '1 minute'`);
  }
  return quiet;
};

it("reads a small part of a long queue, although it was planned while one endpoint had all of it", async () => {
  const quiet = await queueLongBacklog();
  const { deliveries, rowsRead } = await claimAndCount();
  const claimedOf = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
  expect([...claimedOf.values()].map((claims) => claims.length).sort()).toEqual([...quiet.map(() => 2), 8]);
  expect(rowsRead).toBeLessThan(queuedCount / 10);
});

it.each([
  ["planned while the queue was empty", 0],
  ["with ten million rows in the queue and the log, and 50,000 endpoints", 10_000_000],
])("reads only indexes, each for its purpose, %s", async (_, rows) => {
  await emptyQueue();
  if (rows > 0) {
    await queueLongBacklog();
    await fixture.db.execute(sql`analyze webhook_endpoints`);
  }
  const plan = await withPreparedStatements(fixture.db).transaction(async (tx) => {
    await tx.execute(sql`discard plans`);
    // The planner takes the density of rows from here.
    await tx.execute(sql`
      select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
        'relpages', greatest(pg_relation_size(oid) / current_setting('block_size')::int, 1)::int,
        'reltuples', case relname when 'webhook_endpoints' then ${rows / 200}::int else ${rows}::int end::real)
      from pg_class
      where relkind = 'r' and (relname in ('delivery_queue', 'webhook_endpoints') or starts_with(relname, 'events_'))`);
    await claimWith(tx);
    const [prepared] = await tx.execute<{ name: string; count: number }>(sql`
      select name, cardinality(parameter_types) as count from pg_prepared_statements
      where statement like '%offered as materialized%' limit 1`);
    const nothing = Array.from({ length: prepared?.count ?? 0 }, () => "null").join();
    const [row] = await tx.execute(sql.raw(`explain (format json) execute "${prepared?.name}"(${nothing})`));
    return JSON.stringify(row);
  });
  expect(plan).not.toMatch(/"(Seq Scan|Bitmap Heap Scan)"/);
  const indexOf = (alias: string) =>
    [...plan.matchAll(/"Index Name":"([^"]+)","Relation Name":"delivery_queue","Alias":"([^"]+)"/g)]
      .filter(([, , name = ""]) => name.replace(/_\d+$/, "") === alias)
      .map(([, index]) => index);
  expect(new Set(indexOf("q"))).toEqual(
    new Set(
      ["due", "endpoint_due", "endpoint_requested", "order"].map((name) => `delivery_queue_${name}_index`),
    ),
  );
  expect(new Set(indexOf("other"))).toEqual(new Set(["delivery_queue_order_index"]));
});

it("goes on from the start after the last endpoint, so that all have their turn", async () => {
  const endpoints = await Promise.all(Array.from({ length: 10 }, createEndpoint));
  endpoints.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const endpoint of endpoints) {
    await queueDeliveries(endpoint, 6, sql`now() - interval '1 year'`);
  }
  const cursor = endpoints[4]?.endpointId ?? "";
  const first = await claim({ cursor, limit: 50 });
  const second = await claim({ cursor: first.cursor, limit: 50 });
  expect([first.isCut, second.isCut]).toEqual([true, false]);
  const claimedOf = ({ deliveries }: typeof first) => new Set(deliveries.map(({ endpointId }) => endpointId));
  expect(claimedOf(first)).not.toContain(cursor);
  expect(claimedOf(second).size).toBe(5);
  expect([...first.deliveries, ...second.deliveries]).toHaveLength(60);
});

it.each(["first attempt", "retry"])("finds a %s after many endpoints with nothing to claim", async (due) => {
  const endpoints = await Promise.all(Array.from({ length: 12 }, createEndpoint));
  endpoints.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const endpoint of endpoints) {
    await queueDeliveries(endpoint, 2, sql`now() - interval '1 year'`);
  }
  // The newest first attempts would be found without a walk.
  await fixture.db.execute(sql`update delivery_queue set attempt = ${due === "retry" ? 1 : 0}::int`);
  const last = endpoints.at(-1)?.endpointId ?? "";
  const ofEndpoint = new Map(endpoints.slice(0, -1).map(({ endpointId }) => [endpointId, 0]));
  for (const cursor of [firstCursor, last]) {
    const { deliveries } = await claim({ limit: 4, cursor, room: { ofEndpoint } });
    expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([last, last]);
    await forgetClaims();
    const none = await claim({ limit: 4, cursor, room: { ofEndpoint: ofEndpoint.set(last, 0) } });
    expect(none).toMatchObject({ deliveries: [], isCut: true });
    ofEndpoint.delete(last);
  }
});

it("ends a round when interrupted, and goes on with the next claim", async () => {
  const endpoints = await Promise.all(Array.from({ length: 12 }, createEndpoint));
  endpoints.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  for (const endpoint of endpoints) {
    await queueDeliveries(endpoint, 2, sql`now() - interval '1 year'`);
  }
  await fixture.db.execute(sql`update delivery_queue set attempt = 1`);
  const room = { ofEndpoint: new Map(endpoints.slice(0, 5).map(({ endpointId }) => [endpointId, 0])) };
  const first = await claim({ limit: 4, room, isInterrupted: () => true });
  expect(first).toEqual({ deliveries: [], isCut: true, cursor: endpoints[2]?.endpointId });
  const { deliveries } = await claim({ limit: 4, room, cursor: first.cursor, isInterrupted: () => true });
  expect(deliveries.map(({ endpointId }) => endpointId)).toEqual(
    [endpoints[5], endpoints[5]].map((endpoint) => endpoint?.endpointId),
  );
});

it.each([
  { what: "with room for more", state: "active = true", kind: "replay" },
  { what: "with all in flight that it may have", state: "active = true", kind: "test", full: "workspace" },
  {
    what: "whose host has all in flight that it may have",
    state: "active = true",
    kind: "test",
    full: "host",
  },
  { what: "whose endpoints are inactive", state: "active = false", kind: "replay" },
  { what: "whose endpoints are held by a catch-up", state: "is_held = true", kind: "replay" },
])(
  "finds what was asked for in one workspace although another one, $what, asked for very many before",
  async ({ state, kind, full }) => {
    const quiet = await createEndpoint();
    const busy = await fixture.createWorkspace();
    const ask = (endpoint: typeof quiet, count: number, asked: string, dueAt: SQL) =>
      fixture.db.execute(sql`
        insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, kind, due_at)
        select ${endpoint.workspaceId}, uuidv7(), ${endpoint.endpointId}, uuidv7(), 'example.com', number, ${asked}, ${dueAt}
        from generate_series(1, ${count}::int) number`);
    for (const count of [2_000, ...Array(20).fill(20)]) {
      const { id } = await busy.subscribe("http://busy.example.com/hook");
      const endpointId = rowId("whe", id) as string;
      await ask({ workspaceId: busy.id, endpointId }, count, kind, sql`now() - interval '2 years'`);
    }
    await fixture.db.execute(
      sql`update webhook_endpoints set ${sql.raw(state)} where workspace_id = ${busy.id}::uuid`,
    );
    await ask(quiet, 1, kind, sql`now() - interval '1 year'`);
    const room = {
      ofWorkspace: new Map(full === "workspace" ? [[busy.id, 0]] : []),
      ofHost: new Map(full === "host" ? [["busy.example.com", 0]] : []),
    };
    const { deliveries } = await claim({ room });
    const ofQuiet = deliveries.filter(({ endpointId }) => endpointId === quiet.endpointId);
    expect(ofQuiet.map((each) => each.kind)).toEqual([kind]);
  },
);

it("claims what was asked for and what else is due in turn, of the same endpoint and of others", async () => {
  const busy = await Promise.all(Array.from({ length: 5 }, createEndpoint));
  for (const endpoint of busy) {
    await queueDeliveries(endpoint, 30, sql`now() - interval '2 years'`);
  }
  await fixture.db.execute(sql`update delivery_queue set kind = 'replay', attempt = 1`);
  await queueDeliveries(busy[0] as (typeof busy)[0], 30, sql`now() - interval '1 year'`);
  const kindsOf = async (endpointId: string | undefined, limit: number) => {
    const { deliveries } = await claim({ limit });
    await forgetClaims();
    return deliveries.filter((each) => each.endpointId === endpointId).map(({ kind }) => kind);
  };
  expect(await kindsOf(busy[0]?.endpointId, 200)).toEqual(Array(4).fill(["replay", "scheduled"]).flat());
  const quiet = await createEndpoint();
  await queueDeliveries(quiet, 1, sql`now() - interval '1 year'`);
  expect(await kindsOf(quiet.endpointId, 12)).toEqual(["scheduled"]);
});

it("reads a small part of what was asked for", async () => {
  await emptyQueue();
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, queuedCount, sql`now() - interval '1 year'`);
  await fixture.db.execute(sql`update delivery_queue set kind = 'replay', attempt = 1`);
  await fixture.db.execute(sql`vacuum analyze delivery_queue`);
  const read = await entriesReadBy(async (db) => {
    expect((await claimWith(db)).deliveries).toHaveLength(8);
  });
  expect(read).toBeLessThan(queuedCount / 5);
});

it.each([100, 10])(
  "claims what was asked for next to what else is due for the same endpoint, %s at a time",
  async (limit) => {
    const endpoint = await createEndpoint();
    await queueDeliveries(endpoint, 20, sql`now() - interval '1 year'`);
    await fixture.db.execute(sql`update delivery_queue set kind = 'replay', attempt = 1 where sequence = 20`);
    const { deliveries } = await claim({ limit });
    expect(deliveries.filter(({ kind }) => kind === "replay")).toHaveLength(1);
  },
);

it.each([2_000, 100])(
  "finds an object's next event behind more than it looks at, which wait for another object's, %s at a time",
  async (limit) => {
    const endpoint = await createEndpoint();
    await queueDeliveries(endpoint, 1_200, sql`now() - interval '2 years'`);
    await fixture.db.execute(sql`
    update delivery_queue set is_ordered = true,
      attempt = case sequence when 1 then 1 else 0 end,
      subject = case sequence when 1200 then 'example.net' else subject end,
      due_at = case sequence when 1 then now() + interval '1 century' when 1200 then now() - interval '1 year' else due_at end`);
    const { deliveries } = await claim({ limit });
    expect(deliveries.map(({ isOrdered, attemptsMade }) => [isOrdered, attemptsMade])).toEqual([[true, 0]]);
  },
);

it("doesn't read the objects of an endpoint of which nothing, or only what is blocked, is due yet", async () => {
  await emptyQueue();
  const paced = await Promise.all(Array.from({ length: 2 }, createEndpoint));
  const busy = await createEndpoint();
  for (const [index, { workspaceId, endpointId }] of paced.entries()) {
    await fixture.db.execute(sql`
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, is_ordered, due_at)
      select ${workspaceId}, uuidv7(), ${endpointId}, uuidv7(), 'domain-' || (number / 2) || '.com', number, true,
        now() + case when number = 4001 and ${index}::int = 0 then interval '-1 year' else interval '1 century' end
      from generate_series(1, 5000) number`);
  }
  await queueDeliveries(busy, 20, sql`now() - interval '1 year'`);
  const read = await entriesReadBy(async (db) => {
    const { deliveries } = await claimWith(db, { limit: 10 });
    expect(new Set(deliveries.map(({ endpointId }) => endpointId))).toEqual(new Set([busy.endpointId]));
  });
  expect(read).toBeLessThan(1_000);
});

it.each([
  [
    "wait for their probes",
    sql`update webhook_endpoints set consecutive_failures = 3, probe_at = '2100-01-01'`,
  ],
  ["have nothing due yet", sql`update delivery_queue set due_at = now() + interval '1 century'`],
])("claims as much of an endpoint as there is room for, although others %s", async (_, wait) => {
  for (let count = 0; count < 20; count += 1) {
    await queueDeliveries(await createEndpoint(), 5, sql`now() - interval '1 year'`);
  }
  await fixture.db.execute(wait);
  await queueDeliveries(await createEndpoint(), 120, sql`now() - interval '1 year'`);
  expect(
    (await claim({ limit: 100, room: { perEndpoint: 100, perWorkspace: 100 } })).deliveries,
  ).toHaveLength(100);
});

it("claims all that is due if it fits, also if most of it is of one endpoint", async () => {
  for (let count = 0; count < 50; count += 1) {
    await queueDeliveries(await createEndpoint(), 1, sql`now() - interval '1 year'`);
  }
  await queueDeliveries(await createEndpoint(), 50, sql`now() - interval '1 year'`);
  expect((await claim({ limit: 100, room: { perEndpoint: 50 } })).deliveries).toHaveLength(100);
});

const waits = {
  "a probe": sql`update webhook_endpoints set consecutive_failures = 3, probe_at = '2100-01-01'`,
  "the result of a probe": sql`update webhook_endpoints set consecutive_failures = 3, probe_at = '2000-01-01'`,
  "a catch-up": sql`update webhook_endpoints set is_held = true`,
  "an earlier event": sql`update delivery_queue set is_ordered = true where sequence > 1`,
};
it.each(Object.entries(waits).flatMap(([what, wait]) => [100, 4].map((limit) => ({ what, wait, limit }))))(
  "isn't cut by what waits for $what, $limit at a time",
  async ({ wait, limit }) => {
    await queueDeliveries(await createEndpoint(), 6, sql`now() - interval '1 year'`);
    await fixture.db.execute(sql`
      update delivery_queue set is_ordered = true, lease_until = now() + interval '1 hour' where sequence = 1`);
    await fixture.db.execute(wait);
    expect(await claim({ limit })).toMatchObject({ deliveries: [], isCut: false });
  },
);

it.each([
  ["scheduled", "scheduled"],
  ["replay", "replay"],
  ["test", "test"],
  ["scheduled", "test"],
])("is cut by the room of an endpoint, kinds: %s and %s", async (kind, other) => {
  await queueDeliveries(await createEndpoint(), 6, sql`now() - interval '1 year'`);
  await fixture.db.execute(
    sql`update delivery_queue set kind = case when sequence % 2 = 0 then ${kind} else ${other} end`,
  );
  const cutOf = async (perEndpoint: number) => {
    const { deliveries, isCut } = await claim({ room: { perEndpoint } });
    await forgetClaims();
    return [deliveries.length, isCut];
  };
  expect(await cutOf(0)).toEqual([0, true]);
  expect(await cutOf(5)).toEqual([5, true]);
  expect(await cutOf(7)).toEqual([6, false]);
});

describe("while more endpoints have something due than fit in a claim", () => {
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
    new Set(deliveries.map(({ endpointId }) => endpointId));

  it("claims of each of the next, also if one of them has the newest event, and goes on after them", async () => {
    const endpoints = await createCrowd({ newest: 0 });
    const first = await claim({ limit });
    expect(first.cursor).toBe(endpoints[2]);
    expect(endpointsOf(first)).toEqual(new Set(endpoints.slice(0, 3)));
    const second = await claim({ limit, cursor: first.cursor });
    expect([...endpointsOf(second)]).toEqual(expect.arrayContaining(endpoints.slice(3, 6)));
  });

  it("claims the newest first attempt before its endpoint's turn", async () => {
    const endpoints = await createCrowd({ newest: 7 });
    expect(endpointsOf(await claim({ limit }))).toEqual(new Set([endpoints[7], ...endpoints.slice(0, 3)]));
  });

  it("claims none of an endpoint with as many in flight as it may have", async () => {
    const [full = "", second, third, ...others] = await createCrowd({ newest: 7 });
    const claimed = await claim({ limit, room: { ofEndpoint: new Map([[full, 0]]) } });
    expect(endpointsOf(claimed)).toEqual(new Set([others.at(-1), second, third]));
    expect(claimed.isCut).toBe(true);
  });
});

it("doesn't read what was sent before the time given, although a report keeps it from being removed, and leaves the rest", async () => {
  const sentCount = 5_000;
  await emptyQueue();
  const endpoint = await createEndpoint();
  await using _report = await holdSnapshot();
  const now = sql`${fixture.clock.at.toISOString()}::timestamptz`;
  await queueDeliveries(endpoint, sentCount, sql`${now} - interval '1 minute'`);
  await fixture.reset();
  const since = new Date(fixture.clock.at.getTime() - 1_000);
  await queueDeliveries(endpoint, 1, now);
  expect(await entriesReadBy((db) => claimWith(db, { since }))).toBeLessThan(100);
  await forgetClaims();
  expect(await entriesReadBy((db) => claimWith(db))).toBeGreaterThan(sentCount);
  await forgetClaims();
  await queueDeliveries(endpoint, 1, sql`${now} - interval '1 minute'`);
  expect((await claim({ since })).deliveries.map(({ dueAt }) => dueAt)).toEqual([fixture.clock.at]);
});

it("grants no probe while an earlier delivery is in flight, also if it only looks for recent ones", async () => {
  const endpoint = await createEndpoint();
  const now = sql`${fixture.clock.at.toISOString()}::timestamptz`;
  await queueDeliveries(endpoint, 1, sql`${now} - interval '1 minute'`);
  await fixture.db.execute(sql`update delivery_queue set lease_until = now() + interval '1 hour'`);
  await fixture.db.execute(sql`
    update webhook_endpoints set consecutive_failures = 1, probe_at = '2000-01-01' where id = ${endpoint.endpointId}::uuid`);
  await queueDeliveries(endpoint, 1, now);
  const since = new Date(fixture.clock.at.getTime() - 1_000);
  expect((await claim({ since })).deliveries).toEqual([]);
  await forgetClaims();
  expect((await claim({ since })).deliveries).toHaveLength(1);
});

it("has what is needed to send, and says if a lease ended before", async () => {
  await workspace.subscribe("http://127.0.0.1:4999/one");
  await workspace.emitEvent("domain.transferred", eventCatalog["domain.transferred"].example);
  const plain = {
    workspaceId: workspace.id,
    kind: "scheduled",
    attemptsMade: 0,
    isOrdered: false,
    probeAt: null,
    dueAt: fixture.clock.at,
    event: { type: "domain.transferred" },
    endpoint: { url: "http://127.0.0.1:4999/one", targetHost: "127.0.0.1", active: true, isSubscribed: true },
  };
  expect((await claim()).deliveries).toMatchObject([{ ...plain, isRepeat: false }]);
  expect((await claim()).deliveries).toEqual([]);
  await fixture.db.execute(sql`update delivery_queue set lease_until = now() - interval '1 second'`);
  expect((await claim()).deliveries).toMatchObject([{ ...plain, isRepeat: true }]);
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
  const claimAll = async (limit: number) => {
    const claimed: string[] = [];
    await fixture.db
      .transaction(async (tx) => {
        let cursor = firstCursor;
        while (true) {
          const some = await claimWith(tx, { limit, cursor });
          if (some.deliveries.length === 0) {
            tx.rollback();
          }
          claimed.push(...some.deliveries.map(({ deliveryId }) => deliveryId));
          ({ cursor } = some);
        }
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) {
          throw error;
        }
      });
    return claimed.sort();
  };

  it("claims the same a few at a time or all at once", async () => {
    const atOnce = await claimAll(256);
    expect(atOnce.length).toBeGreaterThan(30);
    expect(new Set(atOnce).size).toBe(atOnce.length);
    for (const limit of [4, 16]) {
      expect(await claimAll(limit), `${limit} at a time`).toEqual(atOnce);
    }
  });
});

it("doesn't wait for the disk, so that recording alone does", async () => {
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, 1, sql`now() - interval '1 year'`);
  const { deliveries, commit } = await claimAndCount();
  expect(deliveries).toHaveLength(1);
  expect(commit).toBe("off");
});
