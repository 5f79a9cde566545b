import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readEnv } from "../env.ts";
import { wireApi } from "../wire-api.ts";
import { createListener } from "./create-listener.ts";
import { failToStart, notifyReady, onShutdownSignal } from "./process.ts";

try {
  const env = readEnv();
  const wired = await wireApi(env, "api");
  await wired.requireServer();
  await wired.refuseWrongKey();
  await wired.refuseUnpricedDomains();
  const server = createListener({
    fetch: wired.app.fetch,
    maxConnections: env.API_MAX_CONNECTIONS,
  });
  server.on("error", failToStart);
  let isDraining = false;
  server.prependListener("request", (_request: unknown, response: ServerResponse) => {
    if (isDraining) {
      response.setHeader("connection", "close");
    }
  });
  // Several API processes share one port; the kernel distributes the connections.
  server.listen({ host: env.HOST, port: env.API_PORT, reusePort: env.API_REUSE_PORT }, () => {
    const { port } = server.address() as AddressInfo;
    wired.log.info({ port, url: env.API_URL }, "listening");
    notifyReady({ port });
  });
  onShutdownSignal(async () => {
    isDraining = true;
    await new Promise((resolve) => server.close(resolve));
    await wired.close();
  });
} catch (error) {
  failToStart(error);
}
