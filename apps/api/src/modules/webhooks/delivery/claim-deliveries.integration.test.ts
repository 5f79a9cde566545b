import { type SQL, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { rowId } from "../../../kernel/ids.ts";
import { fixture, setUpWebhooks, type WebhooksFixture } from "../webhooks-fixture.ts";
import { type ClaimRequest, claimDeliveries, firstCursor } from "./claim-deliveries.ts";

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

const claim = (db: WebhooksFixture["db"], request: Pick<ClaimRequest, "isCrowded"> & Partial<ClaimRequest>) =>
  claimDeliveries(
    { db },
    {
      now: fixture.clock.at,
      limit: 100,
      cursor: firstCursor,
      inFlight: { endpoint: none, workspace: none, host: none },
      inFlightLimits: { perEndpoint: 8, perWorkspace: 64, perHost: 128 },
      leaseSeconds: 60,
      probeHoldMs: 17_000,
      ...request,
    },
  );

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
    const { deliveries } = await claim(tx as unknown as WebhooksFixture["db"], { isCrowded });
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

it("says that more may be due until it has walked along all endpoints, also those before its cursor", async () => {
  const endpoints = await Promise.all(Array.from({ length: 10 }, createEndpoint));
  endpoints.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  // The newest are claimed out of turn, so they are after the cursor.
  for (const [place, endpoint] of endpoints.entries()) {
    await queueDeliveries(endpoint, 6, sql`now() - interval '1 year' + ${place}::int * interval '1 hour'`);
  }
  const [, , , , fifth] = endpoints;
  let request: Pick<ClaimRequest, "isCrowded" | "cursor"> = {
    isCrowded: true,
    cursor: fifth?.endpointId ?? "",
  };
  const claimed: (readonly [count: number, isCut: boolean])[] = [];
  do {
    const { deliveries, isCut, isCrowded, cursor } = await claim(fixture.db, { ...request, limit: 64 });
    claimed.push([deliveries.length, isCut]);
    request = { isCrowded, cursor };
  } while (claimed.at(-1)?.[1]);
  expect(claimed).toEqual([
    [30, true],
    [30, false],
  ]);
});

it("doesn't wait for the disk, so that recording alone does", async () => {
  const endpoint = await createEndpoint();
  await queueDeliveries(endpoint, 1, sql`now() - interval '1 year'`);
  const { deliveries, commit } = await claimAndCount(false);
  expect(deliveries).toHaveLength(1);
  expect(commit).toBe("off");
});
