import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Cards, startCards } from "@zonepost/cards/testing";
import { createDb } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOfAnswer, problemsOfRequest } from "../../../../sandbox/cards/test/stripe-description.ts";
import { createCardSandbox } from "../../src/adapters/card-sandbox/index.ts";
import { createStripe } from "../../src/adapters/stripe/index.ts";
import { decideAtBank, enterCard, noticeOf } from "../support/payments/card-processor.ts";
import { webhookSecret } from "../support/start-api.ts";
import { until } from "../support/until.ts";
import { describeProcessor } from "./payment-processor.ts";

type Exchange = { method: string; path: string; version: string | undefined; problems: string[] };

/** Passes requests on to the card processor, and compares both directions with Stripe's published description. */
async function startProxy(cards: Cards) {
  const exchanges: Exchange[] = [];
  let losesNext = false;
  const pass = async (request: IncomingMessage) => {
    const { method = "GET", url = "/" } = request;
    const body = await text(request);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(`${cards.url}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(method === "GET" ? {} : { body }),
    });
    const answered = await answer.text();
    const [path = ""] = url.split("?");
    const problems = [
      ...(method === "POST" ? problemsOfRequest(method, path, body) : []),
      ...problemsOfAnswer({ method, path, status: answer.status, body: JSON.parse(answered) }),
    ];
    const version = request.headers["stripe-version"]?.toString();
    exchanges.push({ method, path, version, problems });
    return { status: answer.status, answered };
  };
  const server: Server = createServer(async (request, response) => {
    const { status, answered } = await pass(request);
    if (losesNext) {
      losesNext = false;
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "content-type": "application/json" }).end(answered);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    loseNextAnswer: () => {
      losesNext = true;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof createDb>;
let cards: Cards;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let processors: Record<"own" | "absent" | "stranger", ReturnType<typeof createStripe>>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { applicationName: "zonepost-test", maxConnections: 2 });
  cards = await startCards({ databaseUrl: database.url });
  proxy = await startProxy(cards);
  const log = pino({ level: "silent" });
  const connect = (secretKey: string, apiBase: string) =>
    createStripe({ secretKey, webhookSecret, apiBase, log });
  processors = {
    own: connect(cards.secretKey, proxy.url),
    absent: connect(cards.secretKey, "http://127.0.0.1:1"),
    stranger: connect("sk_test_of_a_stranger", cards.url),
  };
});
afterAll(async () => {
  for (const processor of Object.values(processors ?? {})) {
    processor.close();
  }
  await proxy?.close();
  await cards?.close();
  await db?.close();
  await database?.drop();
});

describe("Stripe", () => {
  describeProcessor(() => ({
    processor: processors.own,
    absentProcessor: processors.absent,
    strangersProcessor: processors.stranger,
    testCards: createCardSandbox({ url: cards.url, controlSecret: cards.controlSecret }),
    async enterCard(url, number) {
      await enterCard(url, number);
    },
    decideAtBank,
    async control(intentId, path, body = {}) {
      const response = await fetch(`${cards.url}/control/charges/${intentId}/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${cards.controlSecret}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { id: string }).id;
    },
    async expirePages() {
      await db.$client`update business_clock set offset_ms = offset_ms + ${25 * 3_600_000}`;
      await db.$client`select pg_notify('zonepost_wake', 'clock')`;
      await until("the pages have expired", async () => {
        const open = await db.$client`
          select id from cards.objects where kind = 'checkout.session' and body ->> 'status' = 'open'`;
        return open.length === 0;
      });
    },
    loseNextAnswer: proxy.loseNextAnswer,
    async customerCount() {
      const rows = await db.$client`select id from cards.objects where kind = 'customer'`;
      return rows.length;
    },
    signNotice(changes = {}) {
      const object = { id: "pm_1", object: "payment_method", customer: "cus_1" };
      const { body, headers } = noticeOf("payment_method.updated", object, { id: "evt_1", ...changes });
      return { body, signature: headers["stripe-signature"] };
    },
  }));

  it("gets requests, and returns answers, that fit its published description, in the pinned version", () => {
    const { exchanges } = proxy;
    expect(
      new Set(exchanges.map(({ method, path }) => `${method} ${path.split("/").slice(0, 4).join("/")}`)).size,
    ).toBeGreaterThan(9);
    expect(exchanges.flatMap(({ problems }) => problems)).toEqual([]);
    expect(new Set(exchanges.map(({ version }) => version))).toEqual(new Set(["2025-09-30.clover"]));
  });
});
