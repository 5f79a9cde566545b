import type { AddressInfo } from "node:net";
import { readEnv } from "../env.ts";
import { wireApi } from "../wire-api.ts";
import { createListener } from "./create-listener.ts";
import { failToStart, notifyReady, onShutdownSignal } from "./process.ts";
import { makeReplaceable, placeToListen } from "./replaceable.ts";

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
  // Several API processes share one port; the kernel distributes the connections.
  const place = { host: env.HOST, port: env.API_PORT, reusePort: env.API_REUSE_PORT };
  server.listen(placeToListen(env.LISTEN_FD, place), () => {
    const { port } = server.address() as AddressInfo;
    wired.log.info({ port, url: env.API_URL }, "listening");
    notifyReady({ port });
  });
  const close = makeReplaceable(server, () => stop());
  const stop = onShutdownSignal(async () => {
    await close();
    await wired.close();
  });
} catch (error) {
  failToStart(error);
}
