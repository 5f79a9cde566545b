import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpEgress, type HttpEgressOptions } from "./index.ts";

async function listen(server: Server, host = "127.0.0.1", port = 0) {
  const sockets = new Set<Socket>();
  server.on(server.listenerCount("secureConnection") > 0 ? "secureConnection" : "connection", (socket) =>
    sockets.add(socket),
  );
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listenHttp = (listener: RequestListener, host?: string, port?: number) =>
  listen(createHttpServer(listener), host, port);

/** A receiver with full control over its raw HTTP output. */
const listenTcp = (onConnection: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      onConnection(socket);
    }),
  );

const egress = (options: Partial<HttpEgressOptions> = {}) =>
  createHttpEgress({ allowPrivateNetworks: true, ...options });

const request = (url: string, timeoutMs = 5_000) => ({
  url,
  headers: { "X-Test": "1" },
  body: '{"a":1}',
  timeoutMs,
});

const answersTo = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("send with private networks allowed", () => {
  it("posts the body unchanged and returns the status", async () => {
    let seen: unknown;
    await using receiver = await listenHttp(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) {
        chunks.push(chunk as Buffer);
      }
      const body = Buffer.concat(chunks).toString();
      seen = { method: incoming.method, url: incoming.url, test: incoming.headers["x-test"], body };
      response.writeHead(202).end();
    });
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/a?b=c#d`));
    expect(answer).toEqual({ statusCode: 202, durationMs: expect.any(Number) });
    expect(seen).toEqual({ method: "POST", url: "/a?b=c", test: "1", body: '{"a":1}' });
  });

  it.each([301, 302, 303, 307, 308])("returns %i and never follows the redirect", async (statusCode) => {
    const paths: string[] = [];
    await using receiver = await listenHttp((incoming, response) => {
      paths.push(incoming.url ?? "");
      response.writeHead(statusCode, { location: "/second" }).end();
    });
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/first`));
    expect(answer).toMatchObject({ statusCode });
    expect(paths).toEqual(["/first"]);
  });

  it("keeps no connection and no cookie between attempts", async () => {
    const seen: unknown[] = [];
    await using receiver = await listenHttp((incoming, response) => {
      seen.push([incoming.headers.cookie, incoming.headers.connection]);
      response.writeHead(200, { "set-cookie": "a=b" }).end("fine");
    });
    const sender = egress();
    for (let count = 0; count < 3; count += 1) {
      await sender.send(request(`http://127.0.0.1:${receiver.port}/`));
    }
    expect(receiver.sockets.size).toBe(3);
    expect(seen).toEqual(Array(3).fill([undefined, "close"]));
  });

  it("ignores proxies in the environment", async () => {
    await using proxy = await listenTcp((socket) => socket.destroy());
    await using receiver = await listenHttp((_, response) => response.end());
    const before = { ...process.env };
    for (const name of ["http_proxy", "HTTP_PROXY", "ALL_PROXY"]) {
      process.env[name] = `http://127.0.0.1:${proxy.port}`;
    }
    process.env.NODE_USE_ENV_PROXY = "1";
    try {
      const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/`));
      expect(answer).toMatchObject({ statusCode: 200 });
      expect(proxy.sockets.size).toBe(0);
    } finally {
      process.env = before;
    }
  });

  it("times out if nothing is received", async () => {
    await using receiver = await listenTcp(() => {});
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/`, 200));
    expect(answer).toEqual({ error: "no response within 0.2 s", durationMs: expect.any(Number) });
  });

  it("times out if headers arrive byte by byte", async () => {
    await using receiver = await listenTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X"), 20);
      socket.on("close", () => clearInterval(timer));
    });
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/`, 200));
    expect(answer).toMatchObject({ error: "no response within 0.2 s" });
  });

  it("times out if the name never resolves or the TLS handshake stalls", async () => {
    const never = egress({ resolve: () => new Promise(() => {}) });
    expect(await never.send(request("http://receiver/", 200))).toMatchObject({
      error: "no response within 0.2 s",
    });
    await using receiver = await listenTcp(() => {});
    expect(await egress().send(request(`https://127.0.0.1:${receiver.port}/`, 200))).toMatchObject({
      error: "no response within 0.2 s",
    });
  });

  it("returns the status of a response whose body never ends, and closes the connection", async () => {
    await using receiver = await listenHttp((_, response) => {
      response.writeHead(200);
      response.write("drip");
    });
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/`));
    expect(answer).toMatchObject({ statusCode: 200 });
    await expect.poll(() => [...receiver.sockets].every((socket) => socket.destroyed)).toBe(true);
  });

  it("returns the status of a response with an endless body, and only reads its beginning", async () => {
    let written = 0;
    await using receiver = await listenHttp((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const pour = () => {
        while (!response.destroyed) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) {
            break;
          }
        }
      };
      response.on("drain", pour).on("error", () => {});
      pour();
    });
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/`));
    expect(answer).toMatchObject({ statusCode: 200 });
    await expect.poll(() => [...receiver.sockets].every((socket) => socket.destroyed)).toBe(true);
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it.each([
    ["isn't HTTP", "garbage\r\n\r\n", /^response is not valid HTTP/],
    [
      "has endless headers",
      `HTTP/1.1 200 OK\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`,
      /headers are too large/,
    ],
    [
      "switches protocols",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      /./,
    ],
  ])("fails with a reason when the response %s", async (_, bytes, reason) => {
    await using receiver = await listenTcp((socket) => socket.once("data", () => socket.end(bytes)));
    const answer = await egress().send(request(`http://127.0.0.1:${receiver.port}/`));
    expect(answer).toMatchObject({ error: expect.stringMatching(reason) });
  });

  it("reports that the connection was closed or refused", async () => {
    await using rude = await listenTcp((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await egress().send(request(`http://127.0.0.1:${rude.port}/`))).toMatchObject({
      error: "connection closed before a response",
    });
    const gone = await listenTcp(() => {});
    await gone[Symbol.asyncDispose]();
    expect(await egress().send(request(`http://127.0.0.1:${gone.port}/`))).toMatchObject({
      error: "connection refused",
    });
  });

  it("reports that the name doesn't resolve, for an empty DNS answer too", async () => {
    const empty = egress({ resolve: async () => [] });
    expect(await empty.send(request("http://receiver/"))).toMatchObject({ error: "name does not resolve" });
    const unknown = egress({
      resolve: async () => {
        throw Object.assign(new Error("queryA"), { code: "ENOTFOUND" });
      },
    });
    expect(await unknown.send(request("http://receiver/"))).toMatchObject({ error: "name does not resolve" });
  });

  it("connects to the address of its only lookup, even if the name changes, and keeps the Host header", async () => {
    const hosts: string[] = [];
    await using vetted = await listenHttp((incoming, response) => {
      hosts.push(incoming.headers.host ?? "");
      response.end();
    }, "127.0.0.1");
    await using rebound = await listenHttp(
      (_, response) => response.writeHead(500).end(),
      "127.0.0.2",
      vetted.port,
    );
    const answers = [answersTo("127.0.0.1"), answersTo("127.0.0.2"), answersTo("127.0.0.2")];
    let asked = 0;
    const sender = egress({ resolve: async () => answers[asked++] ?? [] });
    const answer = await sender.send(request(`http://rebind.example.com:${vetted.port}/`));
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(asked).toBe(1);
    expect(hosts).toEqual([`rebind.example.com:${vetted.port}`]);
    expect(rebound.sockets.size).toBe(0);
  });
});

describe("send with only the public internet allowed", () => {
  const strict = (options: Partial<HttpEgressOptions> = {}) =>
    egress({ allowPrivateNetworks: false, ...options });

  it.each([
    ["http://127.0.0.1", "address is private"],
    ["https://127.0.0.1", "address is private"],
    ["https://2130706433", "address is private"],
    ["https://0x7f.1", "address is private"],
    ["https://[::ffff:127.0.0.1]", "address is private"],
    ["https://localhost", /^URL refused/],
    ["http://hooks.example.com", /^URL refused: Use https/],
    ["https://user:pass@hooks.example.com", /^URL refused/],
    ["not a url", /^URL refused/],
  ])("does not connect to %s", async (origin, error) => {
    await using receiver = await listenTcp(() => {});
    let asked = 0;
    const sender = strict({
      resolve: async () => {
        asked += 1;
        return answersTo("127.0.0.1");
      },
    });
    const url = origin.includes("//") ? `${origin}:${receiver.port}/` : origin;
    expect(await sender.send(request(url))).toMatchObject({
      error: typeof error === "string" ? error : expect.stringMatching(error),
    });
    expect(asked).toBe(0);
    expect(receiver.sockets.size).toBe(0);
  });

  it.each([
    ["a private address", ["10.0.0.1"]],
    ["the metadata service", ["169.254.169.254"]],
    ["loopback over IPv6", ["::1"]],
    ["a mapped address", ["::ffff:10.0.0.5"]],
    ["a public and a private address", ["93.184.216.34", "127.0.0.1"]],
  ])(
    "rejects a public name that resolves to %s, and connects to none of its addresses",
    async (_, addresses) => {
      await using receiver = await listenTcp(() => {});
      const sender = strict({ resolve: async () => answersTo(...addresses) });
      expect(await sender.send(request(`https://hooks.example.com:${receiver.port}/`))).toMatchObject({
        error: "address is private",
      });
      expect(receiver.sockets.size).toBe(0);
    },
  );
});

function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasOpenssl())("send over TLS (certificates by openssl)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-egress-"));
  const file = (name: string) => path.join(folder, name);
  let key = "";
  let cert = "";

  beforeAll(() => {
    const subject = ["-subj", "/CN=hooks.example.com", "-addext", "subjectAltName=DNS:hooks.example.com"];
    const keyForm = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      file("key.pem"),
    ];
    execFileSync(
      "openssl",
      ["req", "-x509", ...keyForm, "-out", file("cert.pem"), "-days", "2", ...subject],
      {
        stdio: "ignore",
      },
    );
    key = readFileSync(file("key.pem"), "utf8");
    cert = readFileSync(file("cert.pem"), "utf8");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const resolve = async () => answersTo("127.0.0.1");

  it("sends the host in SNI and Host, checks its certificate, and only connects to checked addresses", async () => {
    const seen: unknown[] = [];
    const server = createHttpsServer({ key, cert }, (incoming, response) => {
      seen.push([(incoming.socket as { servername?: string }).servername, incoming.headers.host]);
      response.end();
    });
    await using receiver = await listen(server);
    const sender = createHttpEgress({
      allowPrivateNetworks: false,
      certificateAuthorities: cert,
      isRefusedAddress: (address) => address !== "127.0.0.1",
      resolve,
    });
    expect(await sender.send(request(`https://hooks.example.com:${receiver.port}/`))).toMatchObject({
      statusCode: 200,
    });
    expect(seen).toEqual([["hooks.example.com", `hooks.example.com:${receiver.port}`]]);
    for (let count = 0; count < 2; count += 1) {
      expect(await sender.send(request(`https://other.example.com:${receiver.port}/`))).toMatchObject({
        error: "TLS certificate is not valid (ERR_TLS_CERT_ALTNAME_INVALID)",
      });
    }
    expect(seen).toHaveLength(1);
  });

  it("rejects a self-signed certificate, and a server without TLS", async () => {
    await using receiver = await listen(createHttpsServer({ key, cert }, (_, response) => response.end()));
    expect(
      await egress({ resolve }).send(request(`https://hooks.example.com:${receiver.port}/`)),
    ).toMatchObject({
      error: expect.stringMatching(/^TLS certificate is not valid \(\w+\)$/),
    });
    await using plain = await listenHttp((_, response) => response.end());
    expect(await egress({ resolve }).send(request(`https://hooks.example.com:${plain.port}/`))).toMatchObject(
      {
        error: expect.stringMatching(/^TLS handshake failed/),
      },
    );
  });
});
