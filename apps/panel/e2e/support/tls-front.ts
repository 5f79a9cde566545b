import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeSelfSigned } from "@zonepost/registry/self-signed";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** One TLS server for several names, each with its own handler. Its certificate is self-signed and must be trusted. */
export async function startTlsFront(names: readonly string[]) {
  const identity = makeSelfSigned("Zonepost test front", names, new Date());
  const handlers = new Map<string, Handler>();
  const server = createServer(
    { key: identity.keyPem, cert: identity.certificatePem },
    (incoming, response) => {
      const handler = handlers.get((incoming.headers.host ?? "").replace(/:\d+$/, ""));
      if (handler) {
        handler(incoming, response);
      } else {
        response.writeHead(421).end();
      }
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificatePem: identity.certificatePem,
    handlers,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Forwards requests to a local server like a reverse proxy: it keeps the client's X-Forwarded-For and appends the
 * client's address.
 */
export function reverseProxy(port: number): Handler {
  return (incoming, response) => {
    const clientChain = incoming.headers["x-forwarded-for"];
    const chain = [clientChain, incoming.socket.remoteAddress].flat().filter(Boolean).join(", ");
    const headers = { ...incoming.headers, "x-forwarded-for": chain, "x-forwarded-proto": "https" };
    const onward = request(
      { host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  };
}
