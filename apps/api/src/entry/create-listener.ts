import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { refuseUnreadable } from "./refuse-unreadable.ts";

type ListenerOptions = {
  fetch: Parameters<typeof createAdaptorServer>[0]["fetch"];
  maxConnections: number;
  /** The time in which a request's headers must arrive. */
  headersTimeoutMs?: number;
  /** The time in which the whole request must arrive. */
  requestTimeoutMs?: number;
  /** How often both are checked. */
  checkIntervalMs?: number;
};

/** The HTTP server, with limits on slow and excess connections. */
export function createListener(options: ListenerOptions): Server {
  const { fetch, headersTimeoutMs = 20_000, requestTimeoutMs = 60_000, checkIntervalMs = 30_000 } = options;
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      keepAliveTimeout: 65_000,
    },
  }) as Server;
  server.maxConnections = options.maxConnections;
  server.on("clientError", refuseUnreadable);
  return server;
}
