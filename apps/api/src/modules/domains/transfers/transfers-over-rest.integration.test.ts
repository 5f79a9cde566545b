import { idempotencyKeys, rateLimitWindows } from "@zonepost/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dana } from "../../../../test/support/domains/add-contact.ts";
import { newName } from "../../../../test/support/domains/domain-fixture.ts";
import { type Api, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { newId, publicId } from "../../../kernel/ids.ts";

let api: Api;
let workspace: Workspace;
beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
});
afterAll(() => api?.[Symbol.asyncDispose]());

const post = (path: string, body: object) =>
  api.call({ method: "POST", path, body, cookie: workspace.owner.cookie });
const newContact = async (): Promise<string> => (await post("/contacts", dana)).json.id;

describe("auth codes over REST", () => {
  it("are shown once: a replayed response has none, and no table stores them", async () => {
    const { owner, addDomain } = workspace;
    const name = await addDomain();
    const call = () =>
      api.call({
        method: "POST",
        path: `/domains/${name}/auth-code`,
        cookie: owner.cookie,
        headers: { "idempotency-key": "a-code" },
      });
    const first = await call();
    expect(first.status).toBe(201);
    expect(first.json).toEqual({ authCode: expect.any(String), expiresAt: expect.any(String) });
    const again = await call();
    expect([again.status, again.json]).toEqual([201, { expiresAt: first.json.expiresAt }]);
    const transfer = {
      name: newName(),
      authCode: "a-code-that-is-kept-nowhere",
      contacts: { registrantId: publicId("con", newId()) },
    };
    const asked = await api.call({
      method: "POST",
      path: "/domains/transfers",
      cookie: owner.cookie,
      headers: { "idempotency-key": "a-transfer" },
      body: transfer,
    });
    expect(asked.status).toBe(422);
    const kept = JSON.stringify(await api.db.select().from(idempotencyKeys));
    expect(kept).not.toContain(first.json.authCode);
    expect(kept).not.toContain(transfer.authCode);
  });
});

it("returns 429 with Retry-After after too many wrong auth codes for a name", async () => {
  const name = `test-${newId()}.com`;
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
