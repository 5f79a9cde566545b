import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import {
  answersTo,
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
import { createHttpEgress, type HttpEgressOptions } from "./index.ts";

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
    expect(answer).toEqual({
      statusCode: 202,
      headers: expect.objectContaining({ connection: "keep-alive" }),
      body: new Uint8Array(0),
      durationMs: expect.any(Number),
    });
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

  it("reports that the name doesn't resolve, for an empty DNS answer too", async () => {
    const unresolved = { stage: "dns", error: "name does not resolve" };
    const empty = egress({ resolve: async () => [] });
    expect(await empty.send(request("http://receiver/"))).toMatchObject(unresolved);
    const unknown = egress({
      resolve: async () => {
        throw Object.assign(new Error("queryA"), { code: "ENOTFOUND" });
      },
    });
    expect(await unknown.send(request("http://receiver/"))).toMatchObject(unresolved);
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
    ["http://127.0.0.1", /^address is private$/],
    ["https://127.0.0.1", /^address is private$/],
    ["https://2130706433", /^address is private$/],
    ["https://0x7f.1", /^address is private$/],
    ["https://[::ffff:127.0.0.1]", /^address is private$/],
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
      stage: "blocked",
      error: expect.stringMatching(error),
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
        stage: "blocked",
        error: expect.stringMatching(/^address is private$/),
      });
      expect(receiver.sockets.size).toBe(0);
    },
  );
});

describe.skipIf(!hasOpenssl())("send over TLS (certificates by openssl)", () => {
  let certificates: ReturnType<typeof createCertificates>;
  beforeAll(() => {
    certificates = createCertificates();
  });

  const resolve = async () => answersTo("127.0.0.1");

  /** Trusts the certificate's own key as an authority, and takes loopback for a public address. */
  const trusting = () =>
    createHttpEgress({
      allowPrivateNetworks: false,
      certificateAuthorities: certificates.cert,
      isRefusedAddress: (address) => address !== "127.0.0.1",
      resolve,
      poolLimits: keepingLimits,
    });

  it("sends the host in SNI and Host, and only connects to checked addresses", async () => {
    const seen: unknown[] = [];
    const server = createKeepingHttpsServer(certificates, (incoming, response) => {
      seen.push([(incoming.socket as { servername?: string }).servername, incoming.headers.host]);
      response.end();
    });
    await using receiver = await listen(server);
    const sender = trusting();
    for (let count = 0; count < 2; count += 1) {
      expect(await sender.send(request(`https://hooks.example.com:${receiver.port}/`))).toMatchObject({
        statusCode: 200,
      });
    }
    expect(seen).toEqual(Array(2).fill(["hooks.example.com", `hooks.example.com:${receiver.port}`]));
    // A kept connection isn't shared with a sender that has other rules.
    const strict = egress({ allowPrivateNetworks: false, resolve });
    expect(await strict.send(request(`https://hooks.example.com:${receiver.port}/`))).toMatchObject({
      stage: "blocked",
    });
    expect(receiver.sockets.size).toBe(1);
  });

  it("rejects a certificate for another hostname, next to a kept connection too", async () => {
    let received = 0;
    const server = createKeepingHttpsServer(certificates, (_, response) => {
      received += 1;
      response.end();
    });
    await using receiver = await listen(server);
    const sender = trusting();
    await sender.send(request(`https://hooks.example.com:${receiver.port}/`));
    for (let count = 0; count < 2; count += 1) {
      expect(await sender.send(request(`https://other.example.com:${receiver.port}/`))).toMatchObject({
        stage: "tls",
        error: "TLS certificate is for another hostname",
      });
    }
    expect(received).toBe(1);
  });

  it("rejects an expired and a self-signed certificate", async () => {
    const { key, cert, expired } = certificates;
    for (const [own, trusted, error] of [
      [expired, expired, /^TLS certificate has expired$/],
      [cert, undefined, /^TLS certificate is self-signed$/],
    ] as const) {
      const server = createHttpsServer({ key, cert: own }, (_, response) => response.end());
      await using receiver = await listen(server);
      const sender = egress({ resolve, certificateAuthorities: trusted });
      expect(await sender.send(request(`https://hooks.example.com:${receiver.port}/`))).toMatchObject({
        stage: "tls",
        error: expect.stringMatching(error),
      });
    }
  });

  it("explains why a server refuses the handshake", async () => {
    const ok: RequestListener = (_, response) => response.end();
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const mutual = { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" } as const;
    for (const [server, error] of [
      [createHttpServer(ok), "server doesn't speak TLS on this port"],
      [createHttpsServer({ ...certificates, ...old }, ok), "server doesn't support TLS 1.2 or later"],
      [
        createHttpsServer({ ...certificates, ...mutual }, ok),
        "server refused the TLS handshake: no cipher in common, or it requires a client certificate",
      ],
      [
        createTcpServer((socket) => socket.once("data", () => socket.destroy())),
        "connection closed during the TLS handshake",
      ],
    ] as const) {
      await using receiver = await listen(server);
      const answer = await trusting().send(request(`https://hooks.example.com:${receiver.port}/`));
      expect(answer).toMatchObject({ stage: "tls", error });
    }
  });
});
