import { once } from "node:events";
import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { apiKeyScopes } from "@zonepost/schema";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLogger } from "../src/kernel/log.ts";
import { type Api, newDsRecord, type Person, startApi, type Workspace } from "./support/start-api.ts";
import { stopClock } from "./support/stopped-clock.ts";

let api: Api;
let workspace: Workspace;
let owner: Person;
let domain: string;

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  owner = workspace.owner;
  domain = await workspace.addDomain();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const endpoints = "/webhooks/outbound";
const endpointBody = { url: "https://hooks.example.com/in", events: ["*"] };

async function expectNoChange(act: () => Promise<void>): Promise<void> {
  const count = () => api.sql`
    select (select count(*) from audit_entries) as audits, (select count(*) from webhook_endpoints) as endpoints,
      (select count(*) from events) as events, (select count(*) from mail_domains) as mail`;
  const before = [...(await count())];
  await act();
  expect([...(await count())]).toEqual(before);
}

describe("conditional requests", () => {
  const list = (headers: Record<string, string> = {}) =>
    api.call({ path: "/domains/mine", cookie: owner.cookie, headers });

  it("return 304 without a body until what is read has changed", async () => {
    const first = await list();
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const held of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const same = await list({ "if-none-match": held });
      expect([held, same.status, same.text, same.headers.etag]).toEqual([held, 304, "", etag]);
      expect(same.headers["x-request-id"]).toBeDefined();
    }
    await workspace.addDomain();
    const changed = await list({ "if-none-match": etag });
    expect([changed.status, changed.json.length]).toEqual([200, first.json.length + 1]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it("don't apply to changes and refusals", async () => {
    const headers = { "if-none-match": "*" };
    const created = { method: "POST", path: endpoints, cookie: owner.cookie, body: endpointBody, headers };
    const changed = await api.call(created);
    expect([changed.status, changed.headers.etag]).toEqual([201, undefined]);
    const missing = await api.call({ path: "/domains/not-here.com", cookie: owner.cookie, headers });
    expect([missing.status, missing.headers.etag]).toEqual([404, undefined]);
  });
});

describe("If-Match", () => {
  const read = async (name: string, headers: Record<string, string> = {}) =>
    api.call({ path: `/domains/${name}`, cookie: owner.cookie, headers });
  const patch = (name: string, body: object, etag: string) =>
    api.call({
      method: "PATCH",
      path: `/domains/${name}`,
      cookie: owner.cookie,
      body,
      headers: { "if-match": etag },
    });
  const summaryOf = ({ status, json }: Awaited<ReturnType<typeof patch>>) => [status, json.code];

  it("changes a domain only if it is still what was read, and returns 412 otherwise", async () => {
    const name = await workspace.addDomain();
    const before = await read(name);
    const etag = String(before.headers.etag);
    const autoRenew = !before.json.autoRenew;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(summaryOf(await patch(name, { autoRenew }, etag))).toEqual([200, undefined]);
    expect(summaryOf(await patch(name, { autoRenew: !autoRenew }, etag))).toEqual([412, "changed"]);
    const after = await read(name);
    expect(after.json.autoRenew).toBe(autoRenew);
    // Even if the patch itself would change nothing.
    expect(summaryOf(await patch(name, { locked: after.json.locked }, etag))).toEqual([412, "changed"]);
    const fresh = String(after.headers.etag);
    for (const never of [`W/${fresh}`, '"other"', "nonsense"]) {
      expect(summaryOf(await patch(name, { autoRenew: false }, never))).toEqual([412, "changed"]);
    }
    expect(summaryOf(await patch(name, { autoRenew: false }, `"other", ${fresh}`))).toEqual([200, undefined]);
    expect(summaryOf(await patch(name, { autoRenew: true }, "*"))).toEqual([200, undefined]);
    expect(summaryOf(await patch("not-here.com", { autoRenew: true }, "*"))).toEqual([404, "not_found"]);
  });

  it("accepts the tag of the compressed form too, which is another one", async () => {
    const name = await workspace.addDomain();
    const path = `${api.address}/domains/${name}`;
    const headers = { cookie: owner.cookie, "accept-encoding": "gzip" };
    const { headers: answered, body } = await request(path, { headers });
    await body.dump();
    const plain = String((await read(name)).headers.etag);
    const isCompressed = answered["content-encoding"] === "gzip";
    expect(answered.etag).toBe(isCompressed ? `${plain.slice(0, -1)}-gzip"` : plain);
    expect(summaryOf(await patch(name, { autoRenew: true }, String(answered.etag)))).toEqual([
      200,
      undefined,
    ]);
  });

  it.each([["autoRenew"], ["locked"]] as const)(
    "lets exactly one of several simultaneous changes of %s with one tag succeed",
    async (field) => {
      const name = await workspace.addDomain();
      const { headers, json } = await read(name);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => patch(name, { [field]: !json[field] }, String(headers.etag))),
      );
      const refused = answers.filter(({ status }) => status === 412);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...refused.map(() => 412)]);
      expect(refused).toHaveLength(7);
      expect((await read(name)).json[field]).toBe(!json[field]);
    },
  );
});

describe("compression", () => {
  const get = async (path: string, encoding: string) => {
    const response = await request(`${api.address}${path}`, {
      headers: { cookie: owner.cookie, "accept-encoding": encoding },
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { headers: response.headers, bytes };
  };

  it("is for responses over 1 kB, for callers that accept it", async () => {
    for (const path of ["/openapi.json", "/webhooks/event-types", "/docs/files/swagger-ui.css"]) {
      const plain = await get(path, "identity, gzip;q=0");
      const compressed = await get(path, "br, gzip;q=0.5");
      expect([path, plain.headers["content-encoding"]]).toEqual([path, undefined]);
      expect([path, compressed.headers["content-encoding"]]).toEqual([path, "gzip"]);
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
      expect(compressed.headers.vary).toContain("Accept-Encoding");
      expect(compressed.headers.etag).toBe(plain.headers.etag);
    }
    const short = await get("/me", "gzip");
    expect([short.bytes.length < 1024, short.headers["content-encoding"]]).toEqual([true, undefined]);
  });

  it("isn't for responses with a secret, however long they are", async () => {
    const response = await request(`${api.address}/api-keys`, {
      method: "POST",
      headers: { cookie: owner.cookie, "accept-encoding": "gzip", "content-type": "application/json" },
      body: JSON.stringify({ name: "Long key", scopes: apiKeyScopes, domainNames: null }),
    });
    expect(response.statusCode).toBe(201);
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(((await response.body.json()) as { key: string }).key).toMatch(/^zp_/);
  });
});

describe("bad input", () => {
  it("returns 400 if the body is not JSON, empty or not UTF-8, and changes nothing", async () => {
    await expectNoChange(async () => {
      for (const body of ["{", '{"url": }', "", " ", "nul", '{"url":"https://a.example"']) {
        const answer = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body });
        expect({ body, status: answer.status, code: answer.json.code }).toEqual({
          body,
          status: 400,
          code: "malformed_json",
        });
      }
      const bytes = (async function* () {
        yield Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
      })();
      const answer = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, stream: bytes });
      expect([answer.status, answer.json.code]).toEqual([400, "malformed_body"]);
    });
  });

  it("returns 413 over 1 MiB, with or without a declared length", async () => {
    const body = `{"url":"${"a".repeat(1_048_576)}"}`;
    const told = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body });
    expect([told.status, told.json.code]).toEqual([413, "body_too_large"]);
    const pieces = (async function* () {
      for (let sent = 0; sent < body.length; sent += 65_536) {
        yield Buffer.from(body.slice(sent, sent + 65_536));
      }
    })();
    const chunked = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, stream: pieces });
    expect([chunked.status, chunked.json.code]).toEqual([413, "body_too_large"]);
  });

  it("accepts a body of exactly 1 MiB, and validates it", async () => {
    const frame = JSON.stringify({ ...endpointBody, description: "" }).length;
    const body = JSON.stringify({ ...endpointBody, description: "a".repeat(1_048_576 - frame) });
    const answer = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body });
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([422, "/description"]);
  });

  it("returns 415 if the body is not sent as JSON in UTF-8, as in another site's form", async () => {
    const forms = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""];
    const otherCharsets = ["utf-16", '"UTF-16LE"', "iso-8859-1"].map(
      (charset) => `application/json; charset=${charset}`,
    );
    for (const type of [...forms, ...otherCharsets]) {
      const headers = { "content-type": type };
      const body = JSON.stringify(endpointBody);
      const answer = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body, headers });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    for (const type of ["Application/JSON; charset=utf-8", 'application/json;charset="UTF8"']) {
      const headers = { "content-type": type };
      const sent = { method: "POST", path: endpoints, cookie: owner.cookie, body: {}, headers };
      expect([type, (await api.call(sent)).status]).toEqual([type, 422]);
    }
  });

  it("returns 422 with a pointer to each field that is invalid, missing or unknown", async () => {
    const body = { url: 7, events: ["domain.sold"], extra: true, "a/b~c": 1 };
    const answer = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body });
    expect(answer.status).toBe(422);
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      ["/a~1b~0c", "/events/0", "/extra", "/url"].sort(),
    );
    for (const notAnObject of [[], "text", 3, null, true]) {
      const raw = JSON.stringify(notAnObject);
      const other = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body: raw });
      expect([raw, other.status, other.json.errors[0].pointer]).toEqual([raw, 422, ""]);
    }
  });

  it("costs little if a body is full of mistakes: a hundred are reported, and none is logged", async () => {
    const lines: string[] = [];
    const log = createLogger("api", "info", { write: (line: string) => void lines.push(line) });
    const { call } = await api.startAnother({ log });
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 1]));
    const scopes = Array.from({ length: 20_000 }, () => "everything:write");
    for (const [path, body, cookie] of [
      ["/auth/sign-in/email", unknown, undefined],
      ["/api-keys", { name: "Key", scopes }, owner.cookie],
      ["/trpc/apiKeys.create", { name: "Key", scopes }, owner.cookie],
    ] as const) {
      const answer = await call({ method: "POST", path, cookie, body });
      const { errors } = answer.json.error?.data.problem ?? answer.json;
      expect([path, answer.status, errors.length]).toEqual([path, 422, 100]);
      expect(answer.text.length).toBeLessThan(50_000);
    }
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.join("").length).toBeLessThan(5_000);
  });

  it("logs an aborted body as a refused request with the client's address, not as a failure", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger("api", "info", { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { port } = await api.startAnother({ log, env: { TRUSTED_PROXY_COUNT: "1" } });
    for (const path of ["/auth/sign-in/email", endpoints, "/trpc/apiKeys.create"]) {
      lines.length = 0;
      const socket = connect(port, "127.0.0.1");
      const head = [
        `POST ${path} HTTP/1.1`,
        "Host: a",
        `Cookie: ${owner.cookie}`,
        "Content-Type: application/json",
        "X-Forwarded-For: 192.0.2.66, 198.51.100.7",
        "Content-Length: 100",
        "Expect: 100-continue",
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      // The server has read the head, so it handles the request.
      await once(socket, "data");
      socket.write('{"half', () => socket.destroy());
      await expect.poll(() => lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({
        level: 30,
        path,
        status: 400,
        msg: "request",
        clientAddress: "198.51.100.7",
      });
    }
  });

  it("returns 422 for invalid, unknown or repeated parameters, with pointers into query and path", async () => {
    const ask = async (path: string, method = "GET") => {
      const { status, json } = await api.call({ method, path, cookie: owner.cookie });
      return [status, json.errors?.map(({ pointer }: { pointer: string }) => pointer)];
    };
    expect(await ask("/domains/mine?limit=0")).toEqual([422, ["/query/limit"]]);
    expect(await ask("/domains/mine?limit=1&limit=2")).toEqual([422, ["/query/limit"]]);
    expect(await ask("/domains/mine?page=2")).toEqual([422, ["/query/page"]]);
    expect(await ask("/domains/search")).toEqual([422, ["/query/q"]]);
    expect(await ask("/domains/search?q=a.com&q=b.com")).toEqual([422, ["/query/q"]]);
    expect(await ask("/domains/not%20a%20name/dnssec")).toEqual([422, ["/path/name"]]);
    expect(await ask("/domains/%E0%A4%A/dnssec")).toEqual([422, ["/path/name"]]);
    expect(await ask(`/domains/${domain}/dnssec?keyTag=1&algorithm=13`, "DELETE")).toEqual([
      422,
      ["/query/digestType", "/query/digest"],
    ]);
  });

  it("returns 404 for an invalid id, as for an unknown one", async () => {
    for (const id of ["1", "whe_", "evt_01k3v2m8q4f7x9b0c1d2e3f4g5", "..%2f..%2fmine", "a".repeat(64)]) {
      const answer = await api.call({ path: `${endpoints}/${id}`, cookie: owner.cookie });
      expect([id, answer.status]).toEqual([id, 404]);
    }
  });

  it("ignores names that objects inherit", async () => {
    const raw = '{"url":"https://hooks.example.com/in","events":["*"],"__proto__":{"active":false}}';
    const answer = await api.call({ method: "POST", path: endpoints, cookie: owner.cookie, body: raw });
    expect([201, 422]).toContain(answer.status);
    if (answer.status === 201) {
      expect(answer.json.active).toBe(true);
    }
  });
});

describe("unknown paths", () => {
  it("return 404 as a problem, with or without a session", async () => {
    for (const path of ["/", "/nothing", "/domain", "/domains/mine/x", "/auth", "/auth/", "/favicon.ico"]) {
      for (const cookie of [undefined, owner.cookie]) {
        const answer = await api.call({ path, cookie });
        expect([path, answer.status, answer.json.code]).toEqual([path, 404, "not_found"]);
      }
    }
  });

  it("return 405 with the path's methods if it supports others", async () => {
    for (const [method, path, allow] of [
      ["PUT", endpoints, "GET, POST"],
      ["GET", "/domains", "POST"],
      ["DELETE", "/domain-batches", "GET, POST"],
      ["PATCH", `/domains/${domain}/dnssec`, "DELETE, GET, POST, PUT"],
      ["POST", "/openapi.json", "GET"],
      ["GET", "/sandbox/clock/advance", "POST"],
      ["POST", "/health/live", "GET"],
    ] as const) {
      const answer = await api.call({ method, path, cookie: owner.cookie });
      expect([path, answer.status, answer.json.code, answer.headers.allow]).toEqual([
        path,
        405,
        "method_not_allowed",
        allow,
      ]);
    }
  });

  it("answer HEAD like GET, without a body", async () => {
    const answer = await api.call({ method: "HEAD", path: "/domains/mine", cookie: owner.cookie });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });
});

describe("the headers of every response", () => {
  const paths = ["/health/live", "/openapi.json", "/domains/mine", "/nothing", "/auth/get-session", "/docs"];

  it("contain a request id of our own that a caller can't choose", async () => {
    const ids = new Set<unknown>();
    for (const path of paths) {
      const answer = await api.call({ path, headers: { "x-request-id": "chosen" } });
      expect(answer.headers["x-request-id"]).toMatch(/^req_[0-9a-z_]{41}$/);
      if (answer.json?.requestId) {
        expect(answer.json.requestId).toBe(answer.headers["x-request-id"]);
      }
      ids.add(answer.headers["x-request-id"]);
    }
    expect(ids.size).toBe(paths.length);
  });

  it("prevent browsers from guessing types, framing, leaking the URL, and caching", async () => {
    for (const path of paths) {
      const { headers } = await api.call({ path, cookie: owner.cookie });
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
        "cache-control": "no-store",
      });
      expect(headers.vary).toContain("Origin");
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });

  it("require HTTPS if the API's URL uses it", async () => {
    const secure = await api.startAnother({ env: { API_URL: "https://api.example.test" } });
    const answer = await secure.call({ path: "/health/live" });
    expect(answer.headers["strict-transport-security"]).toMatch(/max-age=\d{8}/);
  });

  it("tell a signed-out caller how to authenticate", async () => {
    const answer = await api.call({ path: "/domains/mine" });
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBeTruthy();
  });
});

describe("other origins", () => {
  const foreign = ["https://evil.example", "null", "http://localhost:1", "https://localhost:3999"];

  it("get no CORS access: only the panel's origin is allowed, and none is reflected", async () => {
    const own = await api.call({
      path: "/domains/mine",
      cookie: owner.cookie,
      headers: { origin: api.panelOrigin },
    });
    expect(own.headers).toMatchObject({
      "access-control-allow-origin": api.panelOrigin,
      "access-control-allow-credentials": "true",
    });
    expect(String(own.headers["access-control-expose-headers"])).toMatch(/Retry-After.*X-Request-Id/);
    for (const origin of [...foreign, `${api.panelOrigin}.evil.example`, api.panelOrigin.toUpperCase()]) {
      for (const method of ["GET", "OPTIONS"]) {
        const answer = await api.call({
          method,
          path: "/domains/mine",
          cookie: owner.cookie,
          headers: { origin, "access-control-request-method": "POST" },
        });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
        expect(answer.headers.vary).toContain("Origin");
      }
    }
  });

  it("don't block the panel's preflight request, which needs no session", async () => {
    const answer = await api.call({
      method: "OPTIONS",
      path: endpoints,
      headers: {
        origin: api.panelOrigin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "content-type,idempotency-key",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers["access-control-allow-origin"]).toBe(api.panelOrigin);
    expect(answer.headers["access-control-allow-credentials"]).toBe("true");
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      expect(String(answer.headers["access-control-allow-methods"])).toContain(method);
    }
    expect(String(answer.headers["access-control-allow-headers"]).toLowerCase()).toContain("idempotency-key");
  });

  it("can't write with the cookie: 403 over REST, tRPC and sign-in, and nothing changes", async () => {
    const writes = [
      { method: "POST", path: endpoints, body: endpointBody },
      { method: "POST", path: `/domains/${domain}/dnssec`, body: newDsRecord() },
      { method: "POST", path: "/trpc/webhooks.create", body: endpointBody },
      { method: "POST", path: "/auth/sign-out" },
      { method: "POST", path: "/auth/sign-in/email", body: { email: owner.email, password: "x" } },
      { method: "POST", path: "/auth/magic-link/send", body: { email: owner.email } },
      { method: "POST", path: "/auth/magic-link/redeem", body: { token: "a".repeat(43) } },
      { method: "POST", path: "/auth/magic-link/code", body: { email: owner.email, code: "123456" } },
    ];
    await expectNoChange(async () => {
      for (const write of writes) {
        for (const headers of [
          ...foreign.map((origin) => ({ origin })),
          { "sec-fetch-site": "cross-site" },
        ] as Record<string, string>[]) {
          const answer = await api.call({ ...write, cookie: owner.cookie, headers });
          expect([write.path, headers, answer.status, answer.json.code]).toEqual([
            write.path,
            headers,
            403,
            "foreign_origin",
          ]);
        }
      }
    });
    expect((await api.call({ path: "/auth/get-session", cookie: owner.cookie })).status).toBe(200);
  });

  it("don't include programs: writes work without Origin, or with the panel's or our own", async () => {
    for (const headers of [
      {},
      { origin: api.panelOrigin, "sec-fetch-site": "same-site" },
      { origin: api.env.API_URL, "sec-fetch-site": "same-origin" },
    ] as Record<string, string>[]) {
      const answer = await api.call({
        method: "POST",
        path: endpoints,
        cookie: owner.cookie,
        body: endpointBody,
        headers,
      });
      expect([headers, answer.status]).toEqual([headers, 201]);
    }
  });
});

describe("truncated or broken requests", () => {
  const raw = async (bytes: string) => {
    const socket = connect(api.port, "127.0.0.1");
    socket.end(bytes);
    return readText(socket);
  };

  it("don't stop the listener", async () => {
    await raw("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n");
    await raw(
      `POST ${endpoints} HTTP/1.1\r\nHost: localhost\r\nCookie: ${owner.cookie}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"url`,
    );
    await raw("\u0000\u0001\u0002\r\n\r\n");
    expect((await api.call({ path: "/health/live" })).status).toBe(200);
  });

  it("are the caller's error if the path can't be decoded", async () => {
    for (const path of ["/%E0%A4%A", "/trpc/%E0%A4%A", "/docs/problems/%E0%A4%A", "/auth/%ZZ"]) {
      const answer = await api.call({ path, cookie: owner.cookie });
      expect([400, 404]).toContain(answer.status);
    }
  });
});

describe("health", () => {
  it("is live immediately, and ready while database and registry respond", async () => {
    const live = await api.call({ path: "/health/live" });
    expect([live.status, live.json]).toEqual([200, { status: "ok", version: null, commit: null }]);
    // The first connection to the registry may take longer than this answer.
    const checks = async () => (await api.call({ path: "/health/ready" })).json.checks;
    await expect.poll(checks).toEqual({ api: "ok", database: "ok", registry: "ok" });
    await expect.poll(async () => (await api.call({ path: "/health/ready" })).status).toBe(200);
  });

  it("stays ready if the registry is unavailable, and refuses what needs it without a change", async () => {
    const version = { ZONEPOST_VERSION: "0.1.0", ZONEPOST_COMMIT: "790687e0" };
    const alone = await api.startAnother({ env: { EPP_PORT: "1", ...version } });
    const ready = async () => {
      const { status, json } = await alone.call({ path: "/health/ready" });
      return [status, json];
    };
    const checks = { api: "ok", database: "ok", registry: "unavailable" };
    await expect.poll(ready).toEqual([200, { status: "ok", checks }]);
    const live = await alone.call({ path: "/health/live" });
    expect([live.status, live.json]).toEqual([200, { status: "ok", version: "0.1.0", commit: "790687e0" }]);
    const write = await alone.call({
      method: "POST",
      path: `/domains/${domain}/dnssec`,
      cookie: owner.cookie,
      body: newDsRecord(),
    });
    expect([write.status, write.json.code]).toEqual([503, "registry_unavailable"]);
    expect(Number(write.headers["retry-after"])).toBeGreaterThan(0);
    const state = await api.call({ path: `/domains/${domain}/dnssec`, cookie: owner.cookie });
    expect(state.json).toEqual({ enabled: false, dsRecords: [] });
  });
});

describe("settings for mail programs and MTA-STS policies, without a session", () => {
  const addressOf = (name: string) => encodeURIComponent(`someone@${name}`);
  const outlook = (path: string, address: string) => ({
    method: "POST",
    path,
    headers: { "content-type": "text/xml" },
    body: `<Autodiscover><Request><EMailAddress>${address}</EMailAddress></Request></Autodiscover>`,
  });
  const callsFor = (name: string) => [
    { path: `/mail/config-v1.1.xml?emailaddress=${addressOf(name)}` },
    { path: `/.well-known/autoconfig/mail/config-v1.1.xml?emailaddress=${addressOf(name)}` },
    { path: "/mail/config-v1.1.xml", headers: { host: `autoconfig.${name}:443` } },
    { path: "/.well-known/autoconfig/mail/config-v1.1.xml", headers: { host: name.toUpperCase() } },
    outlook("/autodiscover/autodiscover.xml", `someone@${name}`),
    outlook("/Autodiscover/Autodiscover.xml", `Someone@${name}`),
    outlook("/AutoDiscover/AutoDiscover.xml", `someone@${name}`),
    outlook("/AUTODISCOVER/AUTODISCOVER.XML", `someone@${name}`),
    { path: `/Mail/Config-v1.1.xml?emailaddress=${addressOf(name)}` },
    { path: "/.Well-Known/MTA-STS.txt", headers: { host: `mta-sts.${name}` } },
    { path: `/mail/apple.mobileconfig?emailaddress=${addressOf(name)}` },
    { path: "/.well-known/mta-sts.txt", headers: { host: `MTA-STS.${name}` } },
  ];

  it("are returned for any address of a hosted domain, and for no other domain", async () => {
    const { cookie } = owner;
    const body = { domainName: domain, planSlug: "starter" };
    expect((await api.call({ method: "POST", path: "/me/mail/activate", cookie, body })).status).toBe(201);
    for (const call of callsFor(domain)) {
      const answer = await api.call(call);
      expect({ call, status: answer.status }).toEqual({ call, status: 200 });
      expect(answer.headers["content-type"]).toMatch(/xml|apple-aspen|^text\/plain/);
      expect(answer.text).toContain("mail.host.test");
      expect(answer.cookies).toEqual([]);
    }
    for (const call of [
      ...callsFor(await workspace.addDomain()),
      ...callsFor("not_a_name"),
      { path: "/mail/apple.mobileconfig" },
      outlook("/autodiscover/autodiscover.xml", "<x/>"),
    ]) {
      expect({ call, status: (await api.call(call)).status }).toEqual({ call, status: 404 });
    }
  });

  it("accept no long request, and few a minute from one network", async () => {
    const long = outlook("/autodiscover/autodiscover.xml", "a".repeat(20_000));
    expect((await api.call(long)).status).toBe(413);
    const call = { path: `/mail/config-v1.1.xml?emailaddress=${addressOf(domain)}` };
    const statuses = new Set<number>();
    // The limit is per minute, and on a busy machine these could take longer.
    stopClock();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    for (let sent = 0; sent < 130 && !statuses.has(429); sent += 1) {
      statuses.add((await api.call(call)).status);
    }
    expect([...statuses].at(-1)).toBe(429);
  });
});
