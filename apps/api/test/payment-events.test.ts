import { type EventData, exampleEvent } from "@zonepost/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicId } from "../src/kernel/ids.ts";
import { emit } from "../src/modules/webhooks/index.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import type { Call } from "./support/client.ts";
import { type Api, type Person, startApi, type Workspace } from "./support/start-api.ts";

// Events about payments: who sees them and their deliveries, and who may send them to somewhere new.

let api: Api;
let workspace: Workspace;
type Caller = "owner" | "member" | "read_only" | "key_without" | "key_with";
const credentials = {} as Record<Caller, Pick<Call, "cookie" | "headers">>;
let endpoint: string;
const deliveryOf: Record<string, string> = {};
const paymentId = publicId("pay", "0190a0b0-0000-7000-8000-000000000001");

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  const people: Person[] = [
    workspace.owner,
    await workspace.join("member"),
    await workspace.join("read_only"),
  ];
  for (const [index, caller] of (["owner", "member", "read_only"] as const).entries()) {
    credentials[caller] = { cookie: people[index]?.cookie };
  }
  const webhooks = ["webhooks:read", "webhooks:write"];
  const keys = [await newApiKey(api, workspace, { scopes: webhooks })];
  keys.push(await newApiKey(api, workspace, { scopes: [...webhooks, "payments:read"] }));
  credentials.key_without = { headers: keys[0]?.headers };
  credentials.key_with = { headers: keys[1]?.headers };
  endpoint = (await create("owner", ["*"])).json.id;
  const common = { workspaceId: workspace.id, createdAt: new Date() };
  await api.db.transaction(async (tx) => {
    await emit(tx, { ...common, type: "domain.transferred", data: { name: "a.com", direction: "in" } });
    const payment = { ...exampleEvent("payment.received").data, paymentId };
    await emit(tx, { ...common, type: "payment.received", data: payment as EventData<"payment.received"> });
  });
  const { json } = await ask("owner", `/webhooks/outbound/${endpoint}/deliveries`);
  for (const { id, eventType } of json) {
    deliveryOf[eventType] = id;
  }
});
afterAll(() => api?.[Symbol.asyncDispose]());

const ask = (caller: Caller, path: string, more: Partial<Call> = {}) =>
  api.call({ ...credentials[caller], path, ...more });
const create = (caller: Caller, events: string[]) =>
  ask(caller, "/webhooks/outbound", {
    method: "POST",
    body: { url: "https://hooks.example.com/in", events },
  });
const query = (name: string, input: object) =>
  `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
const typesIn = (items: readonly { type?: string; eventType?: string }[]) =>
  items.map(({ type, eventType }) => type ?? eventType).sort();

const all = ["domain.transferred", "payment.received"];
const visible: [Caller, string[]][] = [
  ["owner", all],
  ["key_with", all],
  ["member", ["domain.transferred"]],
  ["read_only", ["domain.transferred"]],
  ["key_without", ["domain.transferred"]],
];

describe.each(visible)("what %s sees", (caller, types) => {
  const seesPayments = types.length === 2;
  const isKey = caller.startsWith("key");

  it.each(["", "&type=payment.received", "&type=domain.transferred", "&since=2020-01-01T00:00:00.000Z"])(
    "in the list of events with %j",
    async (filter) => {
      const { json } = await ask(caller, `/events?limit=10${filter}`);
      const wanted = types.filter((type) => !filter.includes("type") || filter.includes(type));
      expect(typesIn(json)).toEqual(wanted);
    },
  );

  it.each([
    "",
    "?type=payment.received",
    "?status=pending",
    "?status=pending&type=payment.received",
    `?subject=${paymentId}`,
    "?since=2020-01-01T00:00:00.000Z",
    "?limit=1",
  ])("in the log of deliveries with %j", async (filter) => {
    const { status, json, text } = await ask(caller, `/webhooks/outbound/${endpoint}/deliveries${filter}`);
    expect(status).toBe(200);
    const isAboutPayment = filter.includes("payment") || filter.includes("subject");
    const shown = isAboutPayment ? types.filter((type) => type.startsWith("payment")) : types;
    expect(typesIn(json)).toEqual(filter === "?limit=1" ? shown.slice(-1) : shown);
    expect(text.includes(paymentId)).toBe(seesPayments);
  });

  it("of a single delivery and its body", async () => {
    const path = (id = "") => `/webhooks/outbound/${endpoint}/deliveries/${id}`;
    expect((await ask(caller, path(deliveryOf["domain.transferred"]))).status).toBe(200);
    const answer = await ask(caller, path(deliveryOf["payment.received"]));
    const missing = await ask(caller, path(publicId("whd", "0190a0b0-0000-7000-8000-000000000002")));
    const bytes = ({ text }: { text: string }) => text.replace(/req_\w+/, "");
    expect(answer.status).toBe(seesPayments ? 200 : 404);
    expect(bytes(answer) === bytes(missing)).toBe(!seesPayments);
    expect(answer.text.includes(paymentId)).toBe(seesPayments);
  });

  it.skipIf(isKey)("over tRPC", async () => {
    const page = await ask(caller, query("webhooks.deliveryPage", { id: endpoint }));
    expect(typesIn(page.json.result.data.deliveries)).toEqual(types);
    const input = { id: endpoint, deliveryId: deliveryOf["payment.received"] };
    expect((await ask(caller, query("webhooks.delivery", input))).status).toBe(seesPayments ? 200 : 404);
  });
});

describe("without payments:read", () => {
  it.each([[["*"]], [["payment.received"]], [["domain.expired", "payment.failed"]]])(
    "an endpoint can't be created for %j",
    async (events) => {
      const before = (await ask("owner", "/webhooks/outbound")).json.length;
      const refused = await create("key_without", events);
      expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
      expect(refused.json.detail).toContain("payments:read");
      expect((await ask("owner", "/webhooks/outbound")).json.length).toBe(before);
      expect((await create("key_with", events)).status).toBe(201);
    },
  );

  it("an endpoint gets no payments, and one that has them no other URL; it stays as it is otherwise", async () => {
    const domains = (await create("key_without", ["domain.expired"])).json.id;
    const payments = (await create("key_with", ["payment.received", "domain.expired"])).json.id;
    const patch = async (id: string, body: object, caller: Caller = "key_without") =>
      (await ask(caller, `/webhooks/outbound/${id}`, { method: "PATCH", body })).status;
    const url = "https://elsewhere.example.com/in";
    expect(await patch(domains, { events: ["*"] })).toBe(403);
    expect(await patch(domains, { events: ["domain.expired", "payment.failed"] })).toBe(403);
    expect(await patch(domains, { url })).toBe(200);
    const before = (await ask("owner", `/webhooks/outbound/${payments}`)).json;
    expect(await patch(payments, { url })).toBe(403);
    expect(await patch(payments, { events: ["payment.received", "payment.failed"] })).toBe(403);
    expect((await ask("owner", `/webhooks/outbound/${payments}`)).json).toEqual(before);
    expect(await patch(payments, { description: "new" })).toBe(200);
    expect(await patch(payments, { events: ["payment.received"] })).toBe(200);
    expect(await patch(payments, { url, events: ["domain.expired"] })).toBe(200);
    expect(await patch(payments, { url, events: ["*"] }, "key_with")).toBe(200);
  });

  it("a delivery about a payment can't be replayed, nor a test of one be sent", async () => {
    const replay = (type: string) => `/webhooks/outbound/${endpoint}/deliveries/${deliveryOf[type]}/replay`;
    const post = async (path: string, body?: object) =>
      (await ask("key_without", path, { method: "POST", body })).status;
    expect(await post(replay("payment.received"))).toBe(404);
    expect(await post(replay("domain.transferred"))).toBe(202);
    expect(await post(`/webhooks/outbound/${endpoint}/test`, { type: "payment.received" })).toBe(403);
    expect(await post(`/webhooks/outbound/${endpoint}/test`, { type: "domain.expired" })).toBe(202);
  });
});
