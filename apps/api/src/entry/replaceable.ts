import { once } from "node:events";
import type { Server as HttpServer, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

// A server that another process of the same kind can replace without losing a request: the supervisor passes its listening
// socket on, and only once the other accepts connections from it does this one stop to.

/** How long an idle connection is kept for a last request, whose response closes it. */
const idleLimitMs = 10_000;
const checkIntervalMs = 500;

/** Where to listen: at the socket of the process that this one replaces, or at its own. */
export const placeToListen = <Place extends object>(
  fileDescriptor: number | undefined,
  place: Place,
): Place | { fd: number } => (fileDescriptor === undefined ? place : { fd: fileDescriptor });

/**
 * Answers the supervisor. `drained` is called once all connections have ended, after it has asked for that.
 * @returns a function that stops at once: requests are still answered, idle connections end
 */
export function makeReplaceable(server: HttpServer, drained: () => void): () => Promise<void> {
  let isDraining = false;
  server.prependListener("request", (_request: unknown, response: ServerResponse) => {
    if (isDraining) {
      response.setHeader("connection", "close");
    }
  });
  const drain = async () => {
    isDraining = true;
    const closed = once(server, "close");
    // The server's own `close` would end idle connections at once, also those with a request on its way.
    NetServer.prototype.close.call(server);
    const endIdle = () => server.closeIdleConnections();
    const timer = setTimeout(() => setInterval(endIdle, checkIntervalMs).unref(), idleLimitMs).unref();
    await closed;
    clearTimeout(timer);
    drained();
  };
  process.on("message", (message: { type?: string } | null) => {
    if (message?.type === "hand over") {
      // Node can send a listening socket, but a server would begin to accept connections in the supervisor.
      const { _handle: handle } = server as unknown as { _handle: never };
      process.send?.({ type: "listener" }, handle);
    }
    if (message?.type === "drain" && !isDraining) {
      void drain();
    }
  });
  return async () => {
    isDraining = true;
    await new Promise((resolve) => server.close(resolve));
  };
}
