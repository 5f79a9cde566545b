import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dayMs, hourMs } from "../src/kernel/durations.ts";
import { type Api, password, startApi, type Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// The clock of the API and the worker moves, and that of the database doesn't.

let api: Api;
let workspace: Workspace;
let domain: string;
let cookie: string;
const received: string[] = [];
const receiver = createServer(async (request, response) => {
  received.push(...(JSON.parse(await text(request)).data.nameservers ?? []));
  response.writeHead(204).end();
});

/** Goes on from there, unlike that of fake timers. */
function moveClock(byMs: number): void {
  vi.unstubAllGlobals();
  const RealDate = Date;
  class MovedDate extends RealDate {
    constructor(...given: []) {
      if (given.length === 0) {
        super(MovedDate.now());
      } else {
        super(...given);
      }
    }
    static override now = () => RealDate.now() + byMs;
    static override [Symbol.hasInstance] = (value: unknown) =>
      Object.prototype.toString.call(value) === "[object Date]";
  }
  vi.stubGlobal("Date", MovedDate);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  api = await startApi();
  await api.startWorker();
  workspace = await api.createWorkspace();
  cookie = workspace.owner.cookie;
  domain = await workspace.addDomain();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const events = ["domain.nameservers_changed"];
  const created = await send("POST", "/webhooks/outbound", { url, events });
  expect(created.status).toBe(201);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await api?.[Symbol.asyncDispose]();
});

const send = (method: string, path: string, body?: object) => api.call({ method, path, body, cookie });

let made = 0;
const change = () => {
  made += 1;
  const nameservers = [{ host: `ns${made}.example.net` }, { host: "ns2.example.org" }];
  return send("PUT", `/domains/${domain}/nameservers`, { nameservers });
};
const isDelivered = () => until("its event has arrived", () => received.includes(`ns${made}.example.net`));

async function confirm(): Promise<void> {
  const answer = await send("POST", "/auth/step-up", { password });
  expect(answer.status).toBe(200);
  const [renewed = ""] = [answer.headers["set-cookie"] ?? []].flat();
  cookie = renewed.split(";")[0] || cookie;
}

describe.each([
  ["an hour ahead", hourMs],
  ["an hour behind", -hourMs],
  ["a day ahead", dayMs],
  ["a day behind", -dayMs],
])("a clock that is %s", (_what, byMs) => {
  it("keeps people signed in, asks them to confirm what is sensitive again, and loses and doubles no event", async () => {
    moveClock(byMs);
    expect((await send("GET", "/me")).status).toBe(200);
    const refused = await change();
    expect([refused.status, refused.json.code]).toEqual([403, "step_up_required"]);
    await confirm();
    expect((await change()).status).toBeLessThan(300);
    await isDelivered();
    await until("the API is ready", async () => (await api.call({ path: "/health/ready" })).status === 200);
  });

  it("and right again goes on in the same way", async () => {
    expect((await send("GET", "/me")).status).toBe(200);
    expect((await change()).json.code).toBe("step_up_required");
    await confirm();
    expect((await change()).status).toBeLessThan(300);
    await isDelivered();
    expect(new Set(received).size).toBe(received.length / 2 + 1);
    await until("none waits", async () => (await api.sql`select 1 from delivery_queue`).length === 0);
  });
});
