import fs from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compressStaticFiles, createStaticFiles, decodedPath } from "../supervisor/static-files.mjs";

const script = "const words = 'the same words again and again';\n".repeat(50);
const folder = fs.mkdtempSync(path.join(tmpdir(), "zonepost-static-"));
let server;
let base;

beforeAll(async () => {
  fs.mkdirSync(path.join(folder, "static/chunks"), { recursive: true });
  fs.writeFileSync(path.join(folder, "static/chunks/[one]-a1.js"), script);
  fs.writeFileSync(path.join(folder, "static/chunks/font.woff2"), "font");
  fs.writeFileSync(path.join(folder, "secret.js"), "secret");
  await compressStaticFiles(path.join(folder, "static"));
  const answer = createStaticFiles(path.join(folder, "static"));
  server = createServer((request, response) => {
    if (!answer(request, response)) {
      response.statusCode = 418;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${server.address().port}/_next/static`;
});

afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Without fetch, which would decompress the response. */
const ask = (url, headers = {}, method = "GET") =>
  new Promise((resolve, reject) => {
    import("node:http").then(({ request }) =>
      request(url, { method, headers }, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => resolve({ response, body: Buffer.concat(chunks) }));
      })
        .on("error", reject)
        .end(),
    );
  });

it("serves a script compressed and cacheable", async () => {
  const { response, body } = await ask(`${base}/chunks/%5Bone%5D-a1.js`, {
    "accept-encoding": "gzip, deflate, br",
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-length": String(body.length),
    "content-type": "application/javascript; charset=UTF-8",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(body.length).toBeLessThan(script.length / 10);
});

it("answers HEAD without a body", async () => {
  const headers = { "accept-encoding": "br" };
  const { response, body } = await ask(`${base}/chunks/[one]-a1.js`, headers, "HEAD");
  expect([response.statusCode, body.length]).toEqual([200, 0]);
});

it("leaves everything else to Next", async () => {
  for (const [url, accepted, method] of [
    ["/chunks/[one]-a1.js", "gzip"],
    ["/chunks/[one]-a1.js", "br;q=0, gzip"],
    ["/chunks/[one]-a1.js", "br", "POST"],
    ["/chunks/[one]-a1.js.br", "br"],
    ["/chunks/font.woff2", "br"],
    ["/chunks/gone.js", "br"],
    ["/../secret.js", "br"],
    ["/%2e%2e/secret.js", "br"],
    ["/%", "br"],
  ]) {
    const { response } = await ask(base + url, { "accept-encoding": accepted }, method);
    expect([url, response.statusCode]).toEqual([url, 418]);
  }
});

it("tells a path that can't be decoded from one that can, whatever the query has", () => {
  for (const path of [
    "/domains/%A0",
    "/invitations/%A0?next=1",
    "/domains/example.com%",
    "/%E0%A4",
    "/mail/%C3%28/aliases",
  ]) {
    expect([path, decodedPath(path)]).toEqual([path, undefined]);
  }
  for (const path of ["/domains/b%C3%BCcher.example", "/domains?q=%A0", "/", "/domains/100%25"]) {
    expect([path, typeof decodedPath(path)]).toEqual([path, "string"]);
  }
});
