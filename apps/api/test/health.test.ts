import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createStoppableDatabase } from "@zonepost/db/testing";
import { freePort } from "@zonepost/embedded-postgres/host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

const ready = { path: "/health/ready" };
const ok = { status: "ok", checks: { api: "ok", database: "ok", registry: "ok" } };
const withoutRegistry = { status: "ok", checks: { ...ok.checks, registry: "unavailable" } };
/** The registry of tests has the same database. */
const withoutDatabase = { status: "unavailable", checks: { api: "ok", database: "unavailable" } };

async function readinessBy(call: Api["call"]) {
  const { status, json } = await call(ready);
  return [status, json];
}

describe("a registry that is away", () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  it("doesn't make the API unready, and only what needs it answers 503", async () => {
    const { owner, addDomain } = await api.createWorkspace();
    const name = await addDomain();
    await expect.poll(async () => (await api.call(ready)).json).toEqual(ok);

    const { call } = await api.startAnother({ env: { EPP_PORT: String(await freePort()) } });
    await expect.poll(() => readinessBy(call)).toEqual([200, withoutRegistry]);
    const { cookie } = owner;
    for (const path of ["/me", "/domains/mine", `/domains/${name}`, "/contacts", "/api-keys", "/orders"]) {
      expect([path, (await call({ path, cookie })).status]).toEqual([path, 200]);
    }
    const suggestions = await call({ path: "/domains/suggestions?word=some-word.com", cookie });
    expect([suggestions.status, suggestions.json[0].reason]).toEqual([200, "registry_away"]);
    const changed = { method: "PATCH", path: `/domains/${name}`, cookie, body: { autoRenew: false } };
    expect((await call(changed)).status).toBe(200);
    const search = await call({ path: "/domains/search?q=some-word.com", cookie });
    expect([search.status, search.json.code]).toEqual([503, "registry_unavailable"]);
  });

  it("doesn't delay the answer if it accepts connections without a word", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    try {
      const { call } = await api.startAnother({ env: { EPP_PORT: String(port) } });
      // The database's own check may take too long on a busy machine.
      await expect.poll(() => readinessBy(call)).toEqual([200, withoutRegistry]);
      const [before, twenty] = [sockets.length, Array.from({ length: 20 })];
      const answers = await Promise.all(twenty.map(() => call(ready)));
      const registries = answers.map(({ json }) => json.checks.registry);
      expect(registries).toEqual(twenty.map(() => "unavailable"));
      // They have waited for one attempt together.
      expect(sockets.length - before).toBeLessThan(5);
    } finally {
      for (const socket of sockets) {
        socket.destroy();
      }
      silent.close();
    }
  });

  it("leaves another registrar's names on offer", async () => {
    const { owner } = await api.createWorkspace();
    const north = {
      code: "north",
      host: "127.0.0.1",
      port: await freePort(),
      clientId: "zonepost",
      password: "test-pass-word",
      tlds: ["net"],
    };
    const { call } = await api.startAnother({ env: { REGISTRARS: JSON.stringify([north]) } });
    await expect.poll(() => readinessBy(call)).toEqual([200, withoutRegistry]);
    const search = (name: string) => call({ path: `/domains/search?q=${name}`, cookie: owner.cookie });
    const [here, away] = [await search("some-word.com"), await search("some-word.net")];
    expect([here.status, here.json.available]).toEqual([200, true]);
    expect([away.status, away.json.code]).toEqual([503, "registry_unavailable"]);
  });
});

describe("a database", () => {
  it("that is away makes the API unready, until it is back", async () => {
    const database = await createStoppableDatabase();
    await using api = await startApi({ database });
    await until("the API is ready", async () => (await api.call(ready)).status === 200);
    await database.stop();
    const away = await api.call(ready);
    expect(away.status).toBe(503);
    expect(away.json).toMatchObject(withoutDatabase);
    expect((await api.call({ path: "/health/live" })).status).toBe(200);
    await database.start();
    await until("the API is ready again", async () => (await api.call(ready)).status === 200);
  });

  it("that can only be read makes the API unready, and each change is 503 and can be repeated", async () => {
    await using api = await startApi();
    const { owner } = await api.createWorkspace();
    const name = new URL(api.databaseUrl).pathname.slice(1);
    const setReadOnly = (isReadOnly: boolean) =>
      api.sql.begin("read write", async (tx) => {
        await tx.unsafe(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
        await tx`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = ${name} and pid <> pg_backend_pid()`;
      });
    const change = {
      method: "POST",
      path: "/webhooks/outbound",
      cookie: owner.cookie,
      body: { url: "https://hooks.example.com/in", events: ["*"] },
    };
    await setReadOnly(true);
    const refused = await api.call(change);
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
      503,
      "database_unavailable",
      "5",
    ]);
    await until("the check has written", async () => (await api.call(ready)).status === 503);
    expect((await api.call(ready)).json).toMatchObject(withoutDatabase);
    await setReadOnly(false);
    await until("the API is ready again", async () => (await api.call(ready)).status === 200);
    expect((await api.call(change)).status).toBe(201);
  });
});
