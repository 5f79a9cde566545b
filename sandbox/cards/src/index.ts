import { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import postgres from "postgres";
import { mountApi } from "./api/mount-api.ts";
import type { CardsLogEntry, Processor, Webhook } from "./context.ts";
import { mountControl } from "./control/mount-control.ts";
import { type DueWorkLoop, runDueWork } from "./notices/run-due-work.ts";
import { mountPages } from "./pages/mount-pages.ts";
import { createSchema } from "./state/create-schema.ts";

export { apiVersion } from "./api-version.ts";
export { testCardNumbers } from "./rules/test-cards.ts";
export type { TroubleKind } from "./state/trouble.ts";
export type { CardsLogEntry, Webhook };

export type CardsOptions = {
  /** The processor stores its state in the schema `cards` of this database and creates it if necessary. */
  databaseUrl: string;
  /** The API's key: `sk_test_…`. */
  secretKey: string;
  /** The secret of the sandbox's own routes under `/control`. */
  controlSecret: string;
  /** Where notices of events are sent. Default: nowhere. */
  webhook?: Webhook;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: 0, a free port. */
  port?: number;
  log?: (entry: CardsLogEntry) => void;
};

export type Cards = {
  /** For the SDK's `host`, `port` and `protocol`; the pages are below it too. */
  url: string;
  port: number;
  secretKey: string;
  controlSecret: string;
  /** Changes where notices are sent. Resolves once none is on its way to the address before. */
  setWebhook(webhook: Webhook | undefined): Promise<void>;
  close(): Promise<void>;
};

/** Starts a card processor: the part of Stripe's API that we use, its hosted pages, and signed webhooks. */
export async function startCards(options: CardsOptions): Promise<Cards> {
  const host = options.host ?? "127.0.0.1";
  const sql = postgres(options.databaseUrl, {
    max: 10,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: "zonepost-cards", TimeZone: "UTC" },
  });
  let webhook = options.webhook;
  let loop: DueWorkLoop | undefined;
  const processor: Processor = {
    sql,
    secretKey: options.secretKey,
    controlSecret: options.controlSecret,
    webhook: () => webhook,
    wake: () => loop?.wake(),
    log: options.log ?? (() => {}),
  };
  let url = "";
  const baseUrl = () => url;
  const app = new Hono();
  app.use(async (c, next) => {
    const startedMs = performance.now();
    await next();
    const durationMs = Math.round(performance.now() - startedMs);
    const requestId = c.res.headers.get("request-id") ?? "";
    const { method, path } = c.req;
    processor.log({ event: "request", method, path, status: c.res.status, requestId, durationMs });
  });
  app.get("/health", (c) => c.text("ok"));
  mountApi(app, processor, baseUrl);
  mountControl(app, processor, baseUrl);
  mountPages(app, processor);
  try {
    await createSchema(sql);
    const { server, port } = await listen(app, host, options.port ?? 0);
    url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    loop = await runDueWork(processor, baseUrl);
    return {
      url,
      port,
      secretKey: options.secretKey,
      controlSecret: options.controlSecret,
      async setWebhook(next) {
        webhook = next;
        await loop?.settled();
      },
      async close() {
        await Promise.all([loop?.stop(), stop(server)]);
        await sql.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

type Server = ReturnType<typeof serve>;

const drainTimeoutMs = 500;
/** Clients close an idle connection first: one that the server closes may just carry a charge, which isn't repeated. */
const keptAliveMs = 300_000;

function listen(app: Hono, hostname: string, port: number): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const serverOptions = { keepAliveTimeout: keptAliveMs };
    const server = serve({ fetch: app.fetch, hostname, port, serverOptions });
    server.once("error", reject);
    server.once("listening", () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });
}

/** Answers the requests in progress, and ends those that take too long. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  if (!(server instanceof HttpServer)) {
    return void (await closed);
  }
  server.closeIdleConnections();
  const giveUp = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await closed;
  clearTimeout(giveUp);
}
