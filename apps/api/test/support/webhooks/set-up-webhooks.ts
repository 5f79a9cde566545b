import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createDb,
  type Db,
  deliveryQueue,
  members,
  users,
  type webhookEndpoints,
  workspaces,
} from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import type { EventData, EventType, WebhookEndpointCreated, WorkspaceRole } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createHttpEgress } from "../../../src/adapters/http-egress/index.ts";
import type { Clock } from "../../../src/kernel/clock.ts";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import { newId, rowId } from "../../../src/kernel/ids.ts";
import {
  type ClaimRequest,
  claimDeliveries,
  firstCursor,
  type Room,
} from "../../../src/modules/webhooks/delivery/claim-deliveries.ts";
import {
  createDeliverySweep,
  createEndpoint,
  type DeliverySweepDeps,
  deliveryWork,
  emit,
  type WebhookPorts,
} from "../../../src/modules/webhooks/index.ts";
import { listDeliveries } from "../../../src/modules/webhooks/log/list-deliveries.ts";
import { whole } from "../whole.ts";

/** Both clocks only change in the test; the wall clock starts at the time of the run. */
function createTestClock() {
  const clock = {
    at: new Date("2026-03-01T09:30:00.000Z"),
    wall: new Date(),
    async now() {
      return clock.at;
    },
    wallNow: () => clock.wall,
    advance(milliseconds: number) {
      clock.at = new Date(clock.at.getTime() + milliseconds);
    },
    advanceWall(milliseconds: number) {
      clock.wall = new Date(clock.wall.getTime() + milliseconds);
    },
  };
  return clock satisfies Clock;
}

const emptyRoom: Room = {
  total: 256,
  perEndpoint: 8,
  perWorkspace: 64,
  perHost: 128,
  ofEndpoint: new Map(),
  ofWorkspace: new Map(),
  ofHost: new Map(),
  ofQuickEndpoint: new Map(),
};

export async function createWebhooksFixture() {
  const database = await createTestDatabase();
  // Some tests add very many rows with one statement.
  const db = createDb(database.url, { maxConnections: 10, plansOnce: true, statementTimeoutMs: 0 });
  const clock = createTestClock();
  const ports: WebhookPorts = {
    secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
    transport: createHttpEgress({ allowPrivateNetworks: true }),
  };
  const strictPorts: WebhookPorts = {
    ...ports,
    transport: createHttpEgress({ allowPrivateNetworks: false }),
  };
  const log = pino({ level: "silent" });
  const createSweep = (overrides: Partial<DeliverySweepDeps> = {}) =>
    createDeliverySweep({
      db,
      clock,
      log,
      ...ports,
      panelUrl: "http://panel.test",
      inFlightPerEndpoint: 8,
      // Longer than a receiver takes on a machine that runs other tests too.
      timeoutMs: 30_000,
      random: () => 0,
      ...overrides,
    });
  const sweep = createSweep();
  const runSweep = () => sweep.run(new AbortController().signal);

  return {
    database,
    db,
    clock,
    ports,
    strictPorts,
    createSweep,
    /** Sends the deliveries that are due by the clock. */
    runSweep,
    /** Moves the clock from one due moment to the next, as the sandbox does, until `until` holds or nothing is due. */
    async walk(until: () => Promise<boolean> = async () => false, maxSteps = 100): Promise<void> {
      for (let step = 0; step < maxSteps; step += 1) {
        await runSweep();
        const next = (await until()) ? null : await deliveryWork.nextDueAt(db, clock.at);
        if (!next) {
          return;
        }
        clock.at = next;
      }
    },
    nextDueAt: () => deliveryWork.nextDueAt(db, clock.at),
    isBusy: () => deliveryWork.isBusy(db, clock.at),
    queueLength: () => db.$count(deliveryQueue),
    /** Claims as a worker does that has nothing in flight. */
    claim: (
      { room, ...overrides }: Partial<Omit<ClaimRequest, "room">> & { room?: Partial<Room> } = {},
      on = db as Db,
    ) =>
      claimDeliveries(
        { db: on },
        {
          now: clock.at,
          limit: 100,
          cursor: firstCursor,
          leaseSeconds: 60,
          probeHoldMs: 17_000,
          room: { ...emptyRoom, ...room },
          ...overrides,
        },
      ),
    /** A workspace with one owner; pending deliveries of other workspaces are removed. */
    async createWorkspace() {
      const id = newId();
      const createdAt = clock.at;
      await db.insert(workspaces).values({ id, name: "Test", slug: `test-${id}`, createdAt });
      const userId = newId();
      const email = `owner-${id}@example.test`;
      await db.insert(users).values({ id: userId, name: "Owner", email, createdAt, updatedAt: createdAt });
      await db.insert(members).values({ id: newId(), workspaceId: id, userId, role: "owner", createdAt });
      const ctx = (role: WorkspaceRole = "owner"): WorkspaceCtx => ({
        db,
        clock,
        log,
        requestId: "req_test",
        ipAddress: null,
        actor: {
          kind: "user",
          userId,
          sessionId: newId(),
          email,
          workspaceId: id,
          role,
          domainNames: null,
          confirmedAt: new Date(),
        },
      });
      return {
        id,
        email,
        ctx,
        /** Of a worker that records results. */
        systemCtx: () => ({
          ...ctx(),
          ...ports,
          panelUrl: "http://panel.test",
          actor: { kind: "system" as const, job: "test" },
        }),
        log: (endpointId: string) => whole(listDeliveries(ctx(), { id: endpointId })),
        subscribe: (url: string, events: string[] = ["*"]): Promise<WebhookEndpointCreated> =>
          createEndpoint({ ...ctx(), ...ports }, { url, events: events as EventType[] }),
        emit: (count = 1) => emitTransfers(db, id, clock.at, count),
        emitEvent: <Type extends EventType>(type: Type, data: EventData<Type>) =>
          db.transaction((tx) => emit(tx, { workspaceId: id, type, data, createdAt: clock.at })),
      };
    },
    /** Resolves when as many statements wait for locks, or when `work` has ended without. */
    async untilLocked(work: Promise<unknown>, count = 1) {
      let hasEnded = false;
      void Promise.allSettled([work]).then(() => {
        hasEnded = true;
      });
      const areWaiting = async () => {
        const [row] = await db.execute<{ count: number }>(sql`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return hasEnded || (row?.count ?? 0) >= count;
      };
      await expect.poll(areWaiting).toBe(true);
    },
    async reset() {
      await db.delete(deliveryQueue);
    },
    async endpoint(publicEndpointId: string) {
      const id = rowId("whe", publicEndpointId) ?? "";
      const row = await db.query.webhookEndpoints.findFirst({ where: (table, { eq }) => eq(table.id, id) });
      if (!row) {
        throw new Error("no such endpoint");
      }
      return row satisfies typeof webhookEndpoints.$inferSelect;
    },
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
  };
}

export type WebhooksFixture = Awaited<ReturnType<typeof createWebhooksFixture>>;
type WebhooksWorkspace = Awaited<ReturnType<WebhooksFixture["createWorkspace"]>>;

/** Those of the current test, if its file calls `setUpWebhooks`. */
export let fixture: WebhooksFixture;
export let workspace: WebhooksWorkspace;

/** Each test starts with an empty queue and a new workspace. */
export function setUpWebhooks(): void {
  beforeAll(async () => {
    fixture = await createWebhooksFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
  beforeEach(async () => {
    await fixture.reset();
    workspace = await fixture.createWorkspace();
  });
}

/** Outcomes of an attempt, to record without sending. */
export const delivered = {
  kind: "attempted",
  durationMs: 5,
  statusCode: 200,
  error: undefined,
  errorStage: undefined,
  request: "{}",
  responseHeaders: "{}",
  responseBody: new Uint8Array(0),
  retryAfterMs: 0,
  isGone: false,
  random: 0,
} as const;
export const refused = {
  ...delivered,
  statusCode: 500,
  error: "responded with 500",
  errorStage: "http_500",
} as const;

async function emitTransfers(db: Db, workspaceId: string, createdAt: Date, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const data = { name: `domain-${index}.com`, direction: "in" as const };
    const event = await db.transaction((tx) =>
      emit(tx, { workspaceId, type: "domain.transferred", data, createdAt }),
    );
    ids.push(event.id);
  }
  return ids;
}

export type ReceivedRequest = { path: string; method: string; headers: IncomingHttpHeaders; body: Buffer };

/** A real HTTP receiver on loopback. `answer` can be changed while it runs. */
export async function createReceiver(answer: (response: ServerResponse, request: ReceivedRequest) => void) {
  const requests: ReceivedRequest[] = [];
  const receiver = { answer };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const received = {
      path: request.url ?? "",
      method: request.method ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    requests.push(received);
    receiver.answer(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    requests,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export const answerWith = (statusCode: number) => (response: ServerResponse) => {
  response.writeHead(statusCode).end("noted");
};
