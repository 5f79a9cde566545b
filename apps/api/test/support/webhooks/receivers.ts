import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createHttpEgress, type HttpEgressOptions } from "../../../src/adapters/http-egress/index.ts";

/** `sockets` are all connections that were ever accepted. */
export async function listen(server: Server, host = "127.0.0.1", port = 0) {
  const sockets = new Set<Socket>();
  server.on(server.listenerCount("secureConnection") > 0 ? "secureConnection" : "connection", (socket) =>
    sockets.add(socket),
  );
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    openSockets: () => [...sockets].filter((socket) => !socket.destroyed).length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Longer than a pause of a busy machine, in which an idle connection would be closed. */
const kept = { keepAliveTimeout: 120_000 };
export const listenHttp = (listener: RequestListener, host?: string, port?: number) =>
  listen(createHttpServer(kept, listener), host, port);
export const createKeepingHttpsServer = (options: ServerOptions, listener: RequestListener) =>
  createHttpsServer({ ...options, ...kept }, listener);
export const keepingLimits = { idleMs: 60_000 };

/** A receiver with full control over its raw HTTP output. */
export const listenTcp = (onConnection: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      onConnection(socket);
      // Reads to the end, or the close of the other side would go unnoticed.
      socket.resume();
    }),
  );

export const egress = (options: Partial<HttpEgressOptions> = {}) =>
  createHttpEgress({
    allowPrivateNetworks: true,
    ...options,
    poolLimits: { ...keepingLimits, ...options.poolLimits },
  });

export const request = (url: string, timeoutMs = 60_000) => ({
  url,
  headers: { "X-Test": "1" },
  body: '{"a":1}',
  timeoutMs,
});

export const answersTo = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Certificates for hooks.example.com that aren't signed by an authority; one of them has expired. */
export function createCertificates() {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-egress-"));
  const file = (name: string) => path.join(folder, name);
  const openssl = (...words: string[]) => execFileSync("openssl", words, { stdio: "ignore", cwd: folder });
  try {
    const subject = ["-subj", "/CN=hooks.example.com", "-addext", "subjectAltName=DNS:hooks.example.com"];
    const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    openssl("req", "-x509", ...newKey, "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", ...subject);
    openssl("req", "-new", "-key", "key.pem", "-out", "request.pem", ...subject);
    // Only `openssl ca` makes certificates of the past.
    const authority = ["[ca]", "default_ca=d", "[d]", "database=index", "rand_serial=yes", "new_certs_dir=."];
    const policy = ["default_md=sha256", "copy_extensions=copy", "policy=p", "[p]", "commonName=supplied"];
    writeFileSync(file("ca.conf"), [...authority, ...policy].join("\n"));
    writeFileSync(file("index"), "");
    const validity = ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"];
    const signing = ["-config", "ca.conf", "-batch", "-notext", "-selfsign", "-keyfile", "key.pem"];
    openssl("ca", ...signing, ...validity, "-in", "request.pem", "-out", "expired.pem");
    return {
      key: readFileSync(file("key.pem"), "utf8"),
      cert: readFileSync(file("cert.pem"), "utf8"),
      expired: readFileSync(file("expired.pem"), "utf8"),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
