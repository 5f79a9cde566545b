import { Resolver } from "node:dns/promises";
import { createServer as createTcpServer, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { reply, startServer } from "../../../test/support/dns/dns-server.ts";
import {
  createCertificates,
  createKeepingHttpsServer,
  egress,
  hasOpenssl,
  keepingLimits,
  listen,
  listenHttp,
  listenTcp,
  request,
} from "../../../test/support/webhooks/receivers.ts";
import { createHttpEgress } from "./index.ts";

const send = ({ port }: { port: number }, timeoutMs?: number) =>
  egress().send(request(`http://127.0.0.1:${port}/`, timeoutMs));

/** Long enough to connect on a busy machine. */
const limitMs = 4_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const drip = (socket: Socket, byte: string) => {
  const timer = setInterval(() => socket.write(byte), 20);
  socket.on("close", () => clearInterval(timer));
};

describe("a receiver that is slow", () => {
  it("times out if nothing is received", async () => {
    await using receiver = await listenTcp(() => {});
    expect(await send(receiver, limitMs)).toEqual({
      stage: "timeout",
      error: "no response within 4 s",
      durationMs: expect.any(Number),
    });
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });

  it("times out if headers arrive byte by byte", async () => {
    await using receiver = await listenTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      drip(socket, "X");
    });
    expect(await send(receiver, limitMs)).toMatchObject({
      stage: "timeout",
      error: "response headers did not end within 4 s",
    });
  });

  it("names the step that took too long: the name, the TLS handshake", async () => {
    const never = egress({ resolve: () => new Promise(() => {}) });
    expect(await never.send(request("http://receiver/", limitMs))).toMatchObject({
      stage: "dns",
      error: "name did not resolve within 4 s",
    });
    await using receiver = await listenTcp(() => {});
    expect(await egress().send(request(`https://127.0.0.1:${receiver.port}/`, limitMs))).toMatchObject({
      stage: "tls",
      error: "TLS handshake did not finish within 4 s",
    });
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });

  it.each([200, 500])("has answered with its status %i while its body drips", async (statusCode) => {
    await using receiver = await listenTcp((socket) => {
      socket.write(`HTTP/1.1 ${statusCode} Fine\r\nContent-Length: 1000\r\n\r\n`);
      drip(socket, "d");
    });
    const answer = await send(receiver);
    expect(answer).toMatchObject({ statusCode, body: expect.any(Uint8Array) });
    // The rest of the 1,000 bytes isn't waited for.
    expect("body" in answer && Buffer.from(answer.body).toString()).toMatch(/^d{1,500}$/);
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });

  it("isn't waited for until its own limit once its status is known", async () => {
    await using endless = await listenHttp((_, response) => response.writeHead(200).write("drip"));
    // Longer than a test may take.
    expect(await send(endless, 600_000)).toMatchObject({ statusCode: 200 });
  });
});

describe("a receiver that sends too much", () => {
  it("is cut off after 64 KiB of 100 MB, in bounded memory", async () => {
    let written = 0;
    await using receiver = await listenHttp((_, response) => {
      response.writeHead(200, { "content-length": 100 * 1024 * 1024 });
      const chunk = Buffer.alloc(65_536, "x");
      const pour = () => {
        while (!response.destroyed && written < 20 * 100 * 1024 * 1024) {
          written += chunk.length;
          if (!response.write(chunk)) {
            break;
          }
        }
      };
      response.on("drain", pour).on("error", () => {});
      pour();
    });
    const heldBytes = () => {
      // What is only garbage may stay for as long as a collection isn't needed.
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = heldBytes();
    const sender = egress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sender.send(request(`http://127.0.0.1:${receiver.port}/`))),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ statusCode: 200, body: { byteLength: 16_384 } });
    }
    await expect.poll(() => receiver.openSockets()).toBe(0);
    expect(written).toBeLessThan(20 * 8 * 1024 * 1024);
    expect(heldBytes() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    [
      "endless headers",
      `HTTP/1.1 200 OK\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`,
      /headers are larger than 16 KiB/,
    ],
    [
      "interim responses without end",
      "HTTP/1.1 102 Processing\r\n\r\n".repeat(1_000),
      /more than 32 interim/,
    ],
    [
      "requests to continue without end",
      "HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000),
      /more than 32 interim/,
    ],
  ])("fails with a reason for %s", async (_, bytes, error) => {
    await using receiver = await listenTcp((socket) => socket.once("data", () => socket.write(bytes)));
    expect(await send(receiver)).toMatchObject({ stage: "response", error: expect.stringMatching(error) });
    await expect.poll(() => receiver.openSockets()).toBe(0);
  });
});

describe("a receiver that breaks off or answers nonsense", () => {
  it.each([
    ["isn't HTTP", "garbage\r\n\r\n", /^response is not valid HTTP/],
    ["is empty", "", /^connection closed before a response$/],
    [
      "ends within its headers",
      "HTTP/1.1 200 OK\r\nX-Half: a",
      /^connection closed within the response headers$/,
    ],
    ["switches protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", /101$/],
    [
      "switches protocols without a new one",
      "HTTP/1.1 101 Switching\r\nConnection: keep-alive\r\n\r\n",
      /101$/,
    ],
    [
      "has two lengths",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      /^response is not valid HTTP: .* Content-Length$/,
    ],
    [
      "switches protocols after an interim response",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      /101$/,
    ],
    [
      "ends after an interim response",
      "HTTP/1.1 100 Continue\r\n\r\n",
      /^connection closed within the response headers$/,
    ],
  ])("fails with a reason if the response %s", async (_, bytes, error) => {
    await using receiver = await listenTcp((socket) => socket.once("data", () => socket.end(bytes)));
    expect(await send(receiver)).toMatchObject({ stage: "response", error: expect.stringMatching(error) });
  });

  it("has answered with its status if it closes within the body", async () => {
    await using receiver = await listenTcp((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
    );
    expect(await send(receiver)).toMatchObject({
      statusCode: 200,
      body: new Uint8Array(Buffer.from("half")),
    });
  });

  it("has closed or refused the connection", async () => {
    await using rude = await listenTcp((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await send(rude)).toMatchObject({
      stage: "response",
      error: "connection closed before a response",
    });
    const gone = await listenTcp(() => {});
    await gone[Symbol.asyncDispose]();
    expect(await send(gone)).toMatchObject({ stage: "connect", error: "connection refused" });
  });
});

describe("a receiver that answers first with an interim response", () => {
  const final =
    "HTTP/1.1 200 OK\r\nX-Code: HTTP/1.1 100 Continue\r\nContent-Length: 25\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n";
  const interim = [
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 100 \r\n\r\n",
    "HTTP/1.1 100 Continue\r\nX-Note: HTTP/1.1 100\r\nX-Other:\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n".repeat(3),
    "HTTP/1.1 102 Processing\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
    "HTTP/1.1 104 Upload\r\n\r\nHTTP/1.1 199 Other\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n",
  ];

  it.each(
    interim.flatMap((first) =>
      (["one packet", "a packet each", "single bytes"] as const).map((how) => [first, how] as const),
    ),
  )("is understood: %j in %s, twice on one connection", async (first, how) => {
    await using receiver = await listenTcp((socket) => {
      socket.setNoDelay(true);
      socket.on("data", async () => {
        const bytes = first + final;
        const packets = {
          "one packet": [bytes],
          "a packet each": [...bytes.split(/(?<=\r\n\r\n)/)],
          "single bytes": [...bytes],
        }[how];
        for (const packet of packets) {
          socket.write(packet);
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    });
    const sender = egress();
    for (let count = 0; count < 2; count += 1) {
      const answer = await sender.send(request(`http://127.0.0.1:${receiver.port}/`));
      expect(answer).toMatchObject({
        statusCode: 200,
        headers: { "x-code": "HTTP/1.1 100 Continue" },
        body: new Uint8Array(Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")),
      });
    }
    expect(receiver.sockets.size).toBe(1);
  });
});

describe("a response", () => {
  it("is captured as it was received: bytes, latin1 headers, repeated headers, after interim responses", async () => {
    const body = Buffer.from([0xff, 0x00, 0xfe, 0x80, 0x1f, 0x8b]);
    await using receiver = await listenTcp((socket) =>
      socket.once("data", () => {
        socket.write("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n");
        const headers =
          "X-Name: caf\xe9\r\nX-Two: a\r\nX-Two: b\r\nContent-Encoding: gzip\r\n__proto__: p\r\n";
        socket.write(`HTTP/1.1 422 No\r\n${headers}Content-Length: ${body.length}\r\n\r\n`, "latin1");
        socket.write(body);
      }),
    );
    const answer = await send(receiver);
    expect(answer).toMatchObject({ statusCode: 422, body: new Uint8Array(body) });
    expect("headers" in answer && Object.entries(answer.headers)).toEqual([
      ["x-name", "café"],
      ["x-two", "a, b"],
      ["content-encoding", "gzip"],
      ["content-length", "6"],
    ]);
  });

  it.each([0, 1, 16_384, 16_385, 60_000])("of %i bytes is captured up to 16 KiB", async (length) => {
    await using receiver = await listenHttp((_, response) => response.end(Buffer.alloc(length, "y")));
    expect(await send(receiver)).toMatchObject({
      body: new Uint8Array(Buffer.alloc(Math.min(length, 16_384), "y")),
    });
  });

  it("that redirects to a private address isn't followed", async () => {
    await using secret = await listenHttp((_, response) => response.end("metadata"));
    const location = `http://127.0.0.1:${secret.port}/latest/meta-data/`;
    await using receiver = await listenHttp((_, response) => response.writeHead(307, { location }).end());
    expect(await send(receiver)).toMatchObject({ statusCode: 307, headers: { location } });
    expect(secret.sockets.size).toBe(0);
  });
});

describe.skipIf(!hasOpenssl())("a name that changes its address (over a real resolver)", () => {
  let certificates: ReturnType<typeof createCertificates>;
  beforeAll(() => {
    certificates = createCertificates();
  });

  /** 127.0.0.1 takes the place of a public address; a trap listens on the same port of 127.0.0.2. */
  async function rebinding(answers: string[][], poolLimits?: { maxAgeMs: number }) {
    const dns = await startServer((query, _how, count) => {
      const addresses = answers[Math.min(count, answers.length) - 1] ?? [];
      return reply(
        query,
        0,
        addresses.map((data) => ({ type: "A", name: "hooks.example.com", ttl: 0, data })),
      );
    });
    const receiver = await listen(createKeepingHttpsServer(certificates, (_, response) => response.end()));
    const trap = await listen(createTcpServer(), "127.0.0.2", receiver.port);
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${dns.port}`]);
    const sender = createHttpEgress({
      allowPrivateNetworks: false,
      certificateAuthorities: certificates.cert,
      isRefusedAddress: (address) => address !== "127.0.0.1",
      resolve: async (host) => (await resolver.resolve4(host)).map((address) => ({ address, family: 4 })),
      poolLimits: { ...keepingLimits, ...poolLimits },
    });
    return {
      dns,
      receiver,
      trap,
      send: () => sender.send(request(`https://hooks.example.com:${receiver.port}/`)),
      async [Symbol.asyncDispose]() {
        await Promise.all([dns, receiver, trap].map((one) => one[Symbol.asyncDispose]()));
      },
    };
  }

  it("is resolved once: a change between the check and the connection has no effect", async () => {
    await using set = await rebinding([["127.0.0.1"], ["127.0.0.2"]]);
    expect(await set.send()).toMatchObject({ statusCode: 200 });
    expect(set.dns.asked).toHaveLength(1);
    expect(set.trap.sockets.size).toBe(0);
  });

  it("is checked again for each new connection", async () => {
    await using set = await rebinding([["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "127.0.0.2"], []], {
      maxAgeMs: 0,
    });
    expect(await set.send()).toMatchObject({ statusCode: 200 });
    for (let count = 0; count < 2; count += 1) {
      expect(await set.send()).toMatchObject({
        stage: "blocked",
        error: expect.stringMatching(/^address is private$/),
      });
    }
    expect(await set.send()).toMatchObject({ stage: "dns" });
    expect(set.receiver.sockets.size).toBe(1);
    expect(set.trap.sockets.size).toBe(0);
  });

  it("leaves a kept connection at the address that was checked", async () => {
    await using set = await rebinding([["127.0.0.1"], ["127.0.0.2"]]);
    for (let count = 0; count < 3; count += 1) {
      expect(await set.send()).toMatchObject({ statusCode: 200 });
    }
    expect(set.receiver.sockets.size).toBe(1);
    expect(set.dns.asked).toHaveLength(1);
    expect(set.trap.sockets.size).toBe(0);
  });
});
