import { createServer, type Server, type Socket } from "node:net";
import { deliveries, deliveryQueue } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  createWebhooksFixture,
  type WebhooksFixture,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { createHttpEgress } from "../../../adapters/http-egress/index.ts";
import { rowId } from "../../../kernel/ids.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { emitAll } from "../index.ts";
import type { WebhookTransport } from "../ports.ts";

let fixture: WebhooksFixture;

beforeAll(async () => {
  fixture = await createWebhooksFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Accepts connections and answers them with raw bytes. */
async function listenRaw(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function drip(socket: Socket): void {
  const bytes = `HTTP/1.1 200 OK\r\nX-Slow: ${"z".repeat(1_000)}`[Symbol.iterator]();
  const timer = setInterval(() => socket.write(bytes.next().value ?? ""), 100);
  socket.once("close", () => clearInterval(timer));
}

function flood(socket: Socket): Socket {
  socket.write("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 100000000\r\n\r\n");
  const chunk = Buffer.alloc(64 * 1024);
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk)) {}
  };
  socket.on("drain", pour);
  pour();
  return socket;
}

const perEndpoint = 100;

it("1,000 deliveries: each faulty receiver is named in its log, delays no other, and gets each event once it works", async () => {
  await using stack = new AsyncDisposableStack();
  const listening = async (answer: (socket: Socket) => void) => stack.use(await listenRaw(answer)).port;
  const receiver = stack.use(await createReceiver(answerWith(200)));
  const trap = stack.use(await createReceiver(answerWith(200)));
  const redirecting = stack.use(
    await createReceiver((response) => response.writeHead(302, { location: trap.url }).end()),
  );
  const closed = await createReceiver(answerWith(200));
  await closed[Symbol.asyncDispose]();
  // When it is connected to, the name resolves to a private address.
  const rebound = `https://hooks.example.com:${trap.port}/`;
  const strict = createHttpEgress({
    allowPrivateNetworks: false,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });
  const waitedFor = { untilMs: 10_000, urls: new Set<string>() };
  const transport: WebhookTransport = {
    ...fixture.ports.transport,
    send: (request) => {
      const timeoutMs = waitedFor.urls.has(request.url) ? waitedFor.untilMs : request.timeoutMs;
      return (request.url === rebound ? strict : fixture.ports.transport).send({ ...request, timeoutMs });
    },
  };
  const flooded: Socket[] = [];
  const faulty = {
    hangs: { url: `http://127.0.0.1:${await listening(() => {})}/`, stage: "timeout" },
    drips: { url: `http://127.0.0.1:${await listening(drip)}/`, stage: "timeout" },
    floods: {
      url: `http://127.0.0.1:${await listening((socket) => void flooded.push(flood(socket)))}/`,
      stage: "http_500",
    },
    "closes halfway": {
      url: `http://127.0.0.1:${await listening((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-"))}/`,
      stage: "response",
    },
    "isn't there": { url: closed.url, stage: "connect" },
    "refuses TLS": { url: `https://127.0.0.1:${receiver.port}/`, stage: "tls" },
    redirects: { url: redirecting.url, stage: "redirect" },
    rebinds: { url: rebound, stage: "blocked" },
  };
  waitedFor.urls.add(faulty.hangs.url).add(faulty.drips.url);
  const workspace = await fixture.createWorkspace();
  const other = await fixture.createWorkspace();
  const endpoints = await Promise.all(
    Object.values(faulty).map(async ({ url, stage }) => ({ ...(await workspace.subscribe(url)), stage })),
  );
  const working = [
    await workspace.subscribe(`${receiver.url}?same`),
    await other.subscribe(`${receiver.url}?other`),
  ];
  await fixture.db.transaction((tx) =>
    emitAll(
      tx,
      [workspace, other].flatMap(({ id }) =>
        Array.from({ length: perEndpoint }, (_, index) => ({
          workspaceId: id,
          type: "domain.transferred" as const,
          data: { name: `domain-${index}.com`, direction: "in" as const },
          createdAt: fixture.clock.at,
        })),
      ),
    ),
  );
  expect(await fixture.db.$count(deliveryQueue)).toBe((Object.keys(faulty).length + 2) * perEndpoint);

  // All others answer at once, but this machine may be busy.
  const sweep = fixture.createSweep({ transport, timeoutMs: 120_000, leaseSeconds: 300 });
  const run = () => sweep.run(new AbortController().signal);
  await run();
  // The rest of the 100 MB isn't read; a socket's buffers hold a few.
  expect(flooded.length).toBeGreaterThan(0);
  expect(Math.max(...flooded.map(({ bytesWritten }) => bytesWritten))).toBeLessThan(8_000_000);
  expect(receiver.requests).toHaveLength(2 * perEndpoint);
  expect(trap.requests).toEqual([]);
  const summary = async (id: string) =>
    fixture.db
      .select({ status: deliveries.status, stage: deliveries.errorStage, count: sql<number>`count(*)::int` })
      .from(deliveries)
      .where(eq(deliveries.endpointId, rowId("whe", id) ?? ""))
      .groupBy(deliveries.status, deliveries.errorStage);
  for (const { id } of working) {
    expect(await summary(id)).toEqual([{ status: "succeeded", stage: null, count: perEndpoint }]);
  }
  for (const { id, stage } of endpoints) {
    const tried = (await summary(id)).filter((row) => row.stage !== null);
    expect(tried).toEqual([{ status: "pending", stage, count: expect.any(Number) }]);
    expect((await fixture.endpoint(id)).active).toBe(true);
  }

  for (const { id } of endpoints) {
    const ctx = { ...workspace.ctx(), ...fixture.ports };
    await updateEndpoint(ctx, { id, patch: { url: `${receiver.url}?${id}` } });
  }
  fixture.clock.advance(60_000);
  await run();
  for (const { id } of endpoints) {
    expect(await summary(id)).toEqual([{ status: "succeeded", stage: null, count: perEndpoint }]);
    const arrived = receiver.requests.filter(({ path }) => path.endsWith(id));
    expect(new Set(arrived.map(({ headers }) => headers["webhook-id"])).size).toBe(perEndpoint);
    expect(arrived).toHaveLength(perEndpoint);
  }
  expect(await fixture.db.$count(deliveryQueue)).toBe(0);
});
