import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppRouter } from "../src/transport/trpc/router.ts";
import {
  type Api,
  newDsRecord,
  type Person,
  priceListFile,
  startApi,
  type Workspace,
} from "./support/start-api.ts";

let api: Api;
let workspace: Workspace;
let owner: Person;

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  owner = workspace.owner;
});
afterAll(() => api?.[Symbol.asyncDispose]());

const query = (procedure: string, input?: unknown, cookie: string | undefined = owner.cookie) =>
  api.call({
    path: `/trpc/${procedure}${input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
    cookie,
  });
const mutate = (procedure: string, body: unknown, headers?: Record<string, string>) =>
  api.call({
    method: "POST",
    path: `/trpc/${procedure}`,
    cookie: owner.cookie,
    body,
    ...(headers ? { headers } : {}),
  });

describe("a call", () => {
  it("is typed from the router to the client, with the session cookie", async () => {
    const name = await workspace.addDomain();
    const client = createTRPCClient<AppRouter>({
      links: [httpBatchLink({ url: `${api.address}/trpc`, headers: { cookie: owner.cookie } })],
    });
    const [session, page, dnssec] = await Promise.all([
      client.session.current.query(),
      client.domains.page.query({}),
      client.domains.dnssec.query({ name }),
    ]);
    expect(session.user.email).toBe(owner.email);
    expect(session).toMatchObject({ paymentsOn: false, sandbox: { offsetSeconds: 0, emailCount: 0 } });
    expect(page.items.map((domain) => domain.name)).toContain(name);
    expect(dnssec).toEqual({ enabled: false, dsRecords: [] });
    const ds = newDsRecord();
    expect(await client.domains.publishDsRecord.mutate({ name, ...ds })).toMatchObject({
      enabled: true,
      dsRecords: [ds],
    });
    const error: unknown = await client.domains.get
      .query({ name: "not-registered.com" })
      .catch((caught) => caught);
    if (!(error instanceof TRPCClientError)) {
      throw new Error("the call did not fail");
    }
    expect(error.data.problem).toMatchObject({ status: 404, code: "not_found" });
  });

  it("tells the panel whether payments are on, and in live mode nothing about a sandbox", async () => {
    const live = await api.startAnother({
      env: {
        ZONEPOST_MODE: "live",
        SMTP_URL: "smtp://127.0.0.1:1",
        MAIL_FROM: "no-reply@example.com",
        EPP_TLDS: "com",
        STRIPE_SECRET_KEY: "sk_live_key",
        STRIPE_WEBHOOK_SECRET: "whsec_3Kd82hQpW0zLxV7n1mB5tYc6RuEo9AfT",
        PRICE_LIST_FILE: priceListFile,
        LIVE_ALLOW_UNSAFE: "ENCRYPTION_KEY,WEBHOOKS_ALLOW_PRIVATE_NETWORKS",
      },
    });
    const answer = await live.call({ path: "/trpc/session.current", cookie: owner.cookie });
    expect(answer.json.result.data).toMatchObject({ paymentsOn: true, sandbox: null });
  });
});

describe("a failing call", () => {
  it("carries the same problem as REST, with this request's id", async () => {
    const name = await workspace.addDomain();
    const dsQuery = Object.fromEntries(
      Object.entries(newDsRecord()).map(([field, value]) => [field, String(value)]),
    );
    for (const [answer, status, code] of [
      [await query("domains.get", { name: "not-registered.com" }), 404, "not_found"],
      [await query("domains.get", { name: "not a name" }), 422, "invalid_input"],
      [await query("domains.portfolio", undefined, ""), 401, "unauthenticated"],
      [await mutate("domains.removeDsRecord", { name, ...dsQuery }), 404, "ds_record_not_found"],
      [await mutate("webhooks.create", { url: "ftp://x", events: ["*"] }), 422, "invalid_input"],
      [await query("domains.none"), 404, "not_found"],
      [await query("__proto__"), 404, "not_found"],
      [await mutate("webhooks.create", "{"), 400, "malformed_call"],
      [
        await query("webhooks.create", { url: "https://a.example", events: ["*"] }),
        405,
        "method_not_allowed",
      ],
      [await mutate("domains.portfolio", {}), 405, "method_not_allowed"],
    ] as const) {
      const { data, message } = answer.json.error;
      expect([answer.status, data.httpStatus, data.problem.status, data.problem.code]).toEqual([
        status,
        status,
        status,
        code,
      ]);
      expect(data.problem.requestId).toBe(answer.headers["x-request-id"]);
      expect(message).toBe(data.problem.detail);
      expect(data).not.toHaveProperty("stack");
    }
  });

  it("is rejected as a plain problem if it is not sent as JSON, as in another site's form", async () => {
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
      const answer = await mutate("webhooks.create", "{}", { "content-type": type });
      expect([type, answer.status, answer.json.code]).toEqual([type, 415, "unsupported_media_type"]);
    }
  });

  it("points to each field that is invalid, unknown or missing", async () => {
    const answer = await mutate("domains.publishDsRecord", {
      name: "example.com",
      ...newDsRecord(),
      keyTag: 70_000,
      flags: 1,
      dryRun: true,
    });
    const pointers = answer.json.error.data.problem.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(["/dryRun", "/flags", "/keyTag"]);
  });

  it("is a refusal, not an internal error, if a text has a character that can't be stored", async () => {
    const input = { url: "https://hooks.example.com/in", events: ["*"], description: "a\u0000b" };
    const answer = await mutate("webhooks.create", input);
    expect([answer.status, answer.json.error.data.problem.code]).toEqual([422, "invalid_input"]);
  });

  it("reveals nothing about an internal error", async () => {
    await api.sql`alter table webhook_endpoints rename to webhook_endpoints_away`;
    const answer = await query("webhooks.list").finally(
      () => api.sql`alter table webhook_endpoints_away rename to webhook_endpoints`,
    );
    expect(answer.status).toBe(500);
    expect(answer.json.error.data.problem.code).toBe("internal_error");
    expect(answer.text).not.toMatch(/webhook_endpoints|relation|select|node_modules/i);
  });
});

describe("a batch", () => {
  it("returns each call's own result", async () => {
    const input = { 0: { name: "not-registered.com" }, 1: { q: "a-free-name.com" } };
    const answer = await api.call({
      path: `/trpc/domains.get,domains.search?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`,
      cookie: owner.cookie,
    });
    expect(answer.json[0].error.data.problem.code).toBe("not_found");
    expect(answer.json[1].result.data).toMatchObject({ available: true, name: "a-free-name.com" });
  });

  it("has at most twenty calls, with commas in any encoding", async () => {
    const batch = (length: number, comma: string) =>
      api.call({
        path: `/trpc/${Array.from({ length }, () => "domains.portfolio").join(comma)}?batch=1&input={}`,
        cookie: owner.cookie,
      });
    expect((await batch(20, ",")).status).toBe(200);
    for (const comma of [",", "%2c", "%2C"]) {
      const answer = await batch(21, comma);
      expect([comma, answer.status, answer.json.code]).toEqual([comma, 400, "batch_too_large"]);
    }
  });

  it("has a body of at most 1 MiB", async () => {
    const answer = await mutate("webhooks.create", `{"url":"${"a".repeat(1_048_576)}"}`);
    expect(answer.status).toBe(413);
  });
});
