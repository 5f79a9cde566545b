import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/**
 * A CONNECT proxy (RFC 9110 9.3.6) that sends known names to one local server and refuses all others. The browser and
 * the API use it, so that the real names work.
 */
export async function startInternet(reach: { names: readonly string[]; port: () => number }) {
  const away = new Set<string>();
  const sockets = new Map<Socket, string>();
  const server: Server = createServer((_request, response) => response.writeHead(502).end());
  server.on("connection", (socket) => {
    sockets.set(socket, "");
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, socket, head) => {
    const name = (request.url ?? "").replace(/:443$/, "");
    if (!reach.names.includes(name) || away.has(name)) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    sockets.set(socket as Socket, name);
    const far = connect(reach.port(), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      far.write(head);
      far.pipe(socket).pipe(far);
    });
    far.on("error", () => socket.destroy());
    socket.on("error", () => far.destroy());
    socket.on("close", () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Refuses new connections to this name, and closes existing ones. */
    takeAway: (name: string) => {
      away.add(name);
      for (const [socket, connected] of sockets) {
        if (connected === name) {
          socket.destroy();
        }
      }
    },
    bringBack: () => away.clear(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.keys()) {
          socket.destroy();
        }
      }),
  };
}
