import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createListener } from "./create-listener.ts";

async function listen(options: { maxConnections?: number } = {}) {
  const server = createListener({
    fetch: async (request) => new Response(await request.text().catch(() => "aborted")),
    maxConnections: options.maxConnections ?? 100,
    headersTimeoutMs: 100,
    requestTimeoutMs: 200,
    checkIntervalMs: 20,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  return {
    /** A client that keeps its side open, whatever happens. */
    async open(sent: string) {
      const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      clients.push(client);
      let received = "";
      client.on("error", () => {});
      client.on("data", (chunk) => {
        received += chunk;
      });
      await once(client, "connect");
      client.write(sent);
      return { received: () => received };
    },
    connections: () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      for (const client of clients) {
        client.destroy();
      }
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("the HTTP server", () => {
  it.each([
    ["headers", "GET / HTTP/1.1\r\nHost: a\r\n"],
    ["a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"],
  ])("closes a connection that neither sends %s nor hangs up, a second after its 408", async (_, sent) => {
    await using server = await listen();
    const client = await server.open(sent);
    await expect.poll(client.received).toContain("HTTP/1.1 408 ");
    expect(client.received()).toContain('"code":"request_timeout"');
    expect(await server.connections()).toBe(1);
    await expect.poll(server.connections).toBe(0);
  });

  it("closes connections beyond its limit at once", async () => {
    await using server = await listen({ maxConnections: 1 });
    const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    const first = await server.open(request);
    const second = await server.open(request);
    await expect.poll(first.received).toContain("200 OK");
    await delay(50);
    expect(second.received()).toBe("");
  });
});
