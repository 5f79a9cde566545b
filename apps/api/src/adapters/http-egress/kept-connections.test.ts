import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  answersTo,
  egress,
  listen,
  listenHttp,
  listenTcp,
  request,
} from "../../../test/support/webhooks/receivers.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n";

describe("kept connections", () => {
  it("carry several requests after one lookup, without cookies", async () => {
    const seen: unknown[] = [];
    await using receiver = await listenHttp((incoming, response) => {
      seen.push([incoming.headers.cookie, incoming.headers.connection]);
      response.writeHead(200, { "set-cookie": "a=b" }).end("fine");
    });
    let lookups = 0;
    const sender = egress({
      resolve: async () => {
        lookups += 1;
        return answersTo("127.0.0.1");
      },
    });
    for (let count = 0; count < 3; count += 1) {
      await sender.send(request(`http://receiver:${receiver.port}/`));
    }
    expect(seen).toEqual(Array(3).fill([undefined, "keep-alive"]));
    expect({ lookups, sockets: receiver.sockets.size }).toEqual({ lookups: 1, sockets: 1 });
  });

  it("belong to one origin, and carry one request at a time", async () => {
    await using receiver = await listenHttp((_, response) => setTimeout(() => response.end(), 20));
    const sender = egress({ resolve: async () => answersTo("127.0.0.1") });
    const send = (host: string) => sender.send(request(`http://${host}:${receiver.port}/`));
    await send("one");
    await send("other");
    expect(receiver.sockets.size).toBe(2);
    await Promise.all([send("one"), send("one"), send("one")]);
    expect(receiver.sockets.size).toBe(4);
  });

  it.each([
    ["after the idle time", { idleMs: 20 }],
    ["after their maximum age", { maxAgeMs: 20 }],
  ])("aren't reused %s", async (_, poolLimits) => {
    await using receiver = await listenHttp((_incoming, response) => response.end());
    const sender = egress({ poolLimits });
    for (let count = 0; count < 2; count += 1) {
      await sender.send(request(`http://127.0.0.1:${receiver.port}/`));
      await pause(30);
    }
    expect(receiver.sockets.size).toBe(2);
    await expect.poll(() => receiver.openSockets()).toBeLessThan(2);
  });

  it.each([
    ["the receiver announces that it closes them", `${ok}Connection: close\r\n\r\n`],
    ["the receiver keeps them for a second or less", `${ok}Keep-Alive: timeout=1\r\n\r\n`],
    ["the receiver speaks HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"],
  ])("aren't kept if %s", async (_, response) => {
    await using receiver = await listenTcp((socket) => socket.on("data", () => socket.write(response)));
    const sender = egress();
    for (let count = 0; count < 2; count += 1) {
      const answer = await sender.send(request(`http://127.0.0.1:${receiver.port}/`));
      expect(answer).toMatchObject({ statusCode: 200 });
    }
    expect(receiver.sockets.size).toBe(2);
  });

  it("are kept again after one that the receiver announced to close", async () => {
    await using receiver = await listenHttp((_, response) => {
      response.shouldKeepAlive = receiver.sockets.size > 1;
      response.end();
    });
    const sender = egress();
    const send = () => sender.send(request(`http://127.0.0.1:${receiver.port}/`));
    await send();
    await send();
    await pause(20);
    await send();
    expect(receiver.sockets.size).toBe(2);
  });

  it("are limited per origin and in total; the longest idle makes room", async () => {
    await using receiver = await listenHttp((_, response) => setTimeout(() => response.end(), 20));
    const sender = egress({
      resolve: async () => answersTo("127.0.0.1"),
      poolLimits: { maxIdlePerOrigin: 2, maxOpen: 3 },
    });
    const send = (host: string) => sender.send(request(`http://${host}:${receiver.port}/`));
    await Promise.all(Array.from({ length: 5 }, () => send("one")));
    await expect.poll(() => receiver.openSockets()).toBe(2);
    for (const host of ["two", "three", "four"]) {
      await send(host);
    }
    await expect.poll(() => receiver.openSockets()).toBe(3);
    const accepted = receiver.sockets.size;
    await send("two");
    expect(receiver.sockets.size).toBe(accepted);
    await send("one");
    expect(receiver.sockets.size).toBe(accepted + 1);
  });
});

describe("a kept connection that the receiver closes", () => {
  it("doesn't fail the next request if it was closed with the response", async () => {
    let received = 0;
    await using receiver = await listenTcp((socket) =>
      socket.once("data", () => {
        received += 1;
        socket.end(`${ok}\r\n`);
      }),
    );
    const sender = egress();
    for (let count = 0; count < 20; count += 1) {
      const answer = await sender.send(request(`http://127.0.0.1:${receiver.port}/`));
      expect(answer).toMatchObject({ statusCode: 200 });
    }
    expect(received).toBe(20);
  });

  it("doesn't fail the next request if it was closed just before, and sends that request once", async () => {
    let received = 0;
    const server = createServer((_, response) => {
      received += 1;
      response.end();
    });
    await using receiver = await listen(server);
    const sender = egress();
    for (let count = 0; count < 20; count += 1) {
      const answer = await sender.send(request(`http://127.0.0.1:${receiver.port}/`));
      expect(answer).toMatchObject({ statusCode: 200 });
      // From a timer's and from a file system's callback, which are in different phases of the event loop.
      await (count % 2 === 0 ? pause(count % 5) : stat("."));
      server.closeIdleConnections();
    }
    expect(received).toBe(20);
    expect(receiver.sockets.size).toBe(20);
  });

  it("fails a request that it may have received, instead of sending it twice", async () => {
    const received: string[] = [];
    await using receiver = await listenTcp((socket) => {
      let requests = 0;
      socket.on("data", (chunk) => {
        received.push(chunk.toString().split("\r\n").at(-1) ?? "");
        requests += 1;
        requests === 1 ? socket.write(`${ok}\r\n`) : socket.end();
      });
    });
    const sender = egress();
    const send = (body: string) => sender.send({ ...request(`http://127.0.0.1:${receiver.port}/`), body });
    expect(await send("1")).toMatchObject({ statusCode: 200 });
    expect(await send("2")).toMatchObject({
      stage: "response",
      error: "connection closed before a response",
    });
    expect(await send("3")).toMatchObject({ statusCode: 200 });
    expect(received).toEqual(["1", "2", "3"]);
  });

  it("makes the origin's next connections shorter-lived than the receiver's", async () => {
    await using receiver = await listenTcp((socket) => {
      // The others stay open, so that only the sender ends their use.
      const isFirst = receiver.sockets.size === 0;
      socket.on("data", () => {
        socket.write(`${ok}\r\n`);
        if (isFirst) {
          setTimeout(() => socket.end(), 60);
        }
      });
    });
    const sender = egress();
    const send = () => sender.send(request(`http://127.0.0.1:${receiver.port}/`));
    const startedAt = performance.now();
    await send();
    await expect.poll(() => receiver.openSockets()).toBe(0);
    const firstLastedMs = performance.now() - startedAt;
    await send();
    await pause(firstLastedMs);
    await send();
    expect(receiver.sockets.size).toBe(3);
  });
});
