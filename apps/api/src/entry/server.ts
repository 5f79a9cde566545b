import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { readEnv } from "../env.ts";
import { wire } from "../wire.ts";
import { failToStart, onStopWish, sayReady } from "./process.ts";

try {
  const env = readEnv();
  const wired = wire(env, "api");
  const app = wired.createApi();
  const server = serve({
    fetch: app.fetch,
    serverOptions: { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
    hostname: env.HOST,
    port: env.API_PORT,
  });
  server.on("error", failToStart);
  server.on("listening", () => {
    const { port } = server.address() as AddressInfo;
    wired.log.info({ port, url: env.API_URL }, "api listens");
    sayReady({ port });
  });
  onStopWish(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    await closed;
    await wired.close();
  });
} catch (error) {
  failToStart(error);
}
