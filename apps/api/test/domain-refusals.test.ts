import { rateLimitWindows } from "@zonepost/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../src/kernel/ids.ts";
import { type Api, startApi, type Workspace } from "./support/start-api.ts";

let api: Api;
let workspace: Workspace;
beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const post = (path: string, body: object) =>
  api.call({ method: "POST", path, body, cookie: workspace.owner.cookie });

async function newContact(): Promise<string> {
  const { json } = await post("/contacts", {
    name: "Dana Meier",
    email: "dana@example.com",
    phone: "+49 30 123456",
    street: ["Linienstraße 12"],
    city: "Berlin",
    postalCode: "10178",
    countryCode: "DE",
  });
  return json.id;
}

it("carries the price that nobody agreed to as data, over REST and tRPC", async () => {
  const contacts = { registrantId: await newContact() };
  const dear = { name: `premium-${newId()}.com`, contacts };
  const price = { priceCents: expect.any(Number), currency: "EUR" };
  const asked = await post("/domains", dear);
  expect(asked.status).toBe(422);
  expect(asked.json).toMatchObject({ code: "invalid_input", ...price });
  expect(asked.json.errors).toEqual([
    {
      pointer: "/expectedPriceCents",
      message: `Confirm the price of this premium name: it costs ${(asked.json.priceCents / 100).toFixed(2)} EUR.`,
    },
  ]);
  const changed = await post("/domains", { ...dear, expectedPriceCents: 1 });
  expect(changed.status).toBe(409);
  expect(changed.json).toMatchObject({ code: "price_changed", priceCents: asked.json.priceCents });

  const { json } = await post("/trpc/domains.register", { ...dear, expectedPriceCents: 1 });
  expect(json.error.data.problem).toMatchObject({
    code: "price_changed",
    priceCents: asked.json.priceCents,
    currency: "EUR",
  });
});

it("answers 429 with Retry-After where too many wrong auth codes came for a name", async () => {
  const name = `test-${newId()}.com`;
  const hourMs = 3_600_000;
  const hour = Math.floor(Date.now() / hourMs) * hourMs;
  // Also for the next hour, which may begin during the test.
  await api.db.insert(rateLimitWindows).values(
    [hour, hour + hourMs].map((start) => ({
      bucket: `auth-codes:${workspace.id}:${name}`,
      windowStart: new Date(start),
      used: 10,
    })),
  );
  const transfer = { name, authCode: "another-code", contacts: { registrantId: await newContact() } };
  for (const dryRun of [true, false]) {
    const answer = await post("/domains/transfers", { ...transfer, dryRun });
    expect([answer.status, answer.json.code]).toEqual([429, "too_many_wrong_auth_codes"]);
    const seconds = Number(answer.headers["retry-after"]);
    expect([seconds > 0, seconds <= 3600]).toEqual([true, true]);
  }
  const other = await post("/domains/transfers", { ...transfer, name: `test-${newId()}.com` });
  expect(other.json.code).toBe("not_registered");
});
