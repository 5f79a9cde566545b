import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, password, startApi } from "../../../../test/support/start-api.ts";
import { publicId } from "../../../kernel/ids.ts";
import { grantOperator, revokeOperator } from "./change-operators.ts";
import { listOperators } from "./list-operators.ts";

let api: Awaited<ReturnType<typeof startApi>>;
/** As in live mode: only there is the second factor asked for. */
let live: Awaited<ReturnType<(typeof api)["startAnother"]>>;
beforeAll(async () => {
  api = await startApi();
  live = await api.startAnother({
    env: {
      ZONEPOST_MODE: "live",
      SMTP_URL: "smtp://127.0.0.1:1",
      EPP_TLDS: "com,net",
      PAYMENTS: "off",
      LIVE_ALLOW_UNSAFE: "AUTH_SECRET,ENCRYPTION_KEY,API_URL,PANEL_URL,WEBHOOKS_ALLOW_PRIVATE_NETWORKS",
    },
  });
});
afterAll(() => api?.[Symbol.asyncDispose]());

const path = "/operator/payments";
const setUp = () => {
  const {
    forApi: { base },
    ports,
  } = api.wired;
  return { ...base, ...ports, requestId: null, ipAddress: null };
};
const ask = (person: Person, call = api.call) => call({ path, cookie: person.cookie });
const mails = (to: string) => api.sql`
  select kind from outgoing_emails where to_address = ${to} and kind = 'operator_changed'`;

describe("granting and revoking", () => {
  it("makes an existing person an operator by their ID, in the audit log and with an email to all operators", async () => {
    const [first, second] = [
      await api.createPersonWithoutWorkspace(),
      await api.createPersonWithoutWorkspace(),
    ];
    expect((await ask(first)).status).toBe(404);
    expect(await grantOperator(setUp(), first.email.toUpperCase())).toBe(true);
    expect((await ask(first)).status).toBe(200);
    expect(await grantOperator(setUp(), first.email)).toBe(false);
    expect(await mails(first.email)).toHaveLength(1);

    expect(await grantOperator(setUp(), second.email)).toBe(true);
    expect([(await mails(first.email)).length, (await mails(second.email)).length]).toEqual([2, 1]);
    expect((await listOperators(api.db)).map(({ email }) => email)).toEqual(
      expect.arrayContaining([first.email, second.email]),
    );

    // An address is not what makes them one.
    await api.sql`update users set email = ${`moved-${first.email}`} where id = ${first.id}`;
    expect((await ask(first)).status).toBe(200);
    await api.sql`update users set email = ${first.email} where id = ${first.id}`;

    // At once, in a session that is open.
    expect(await revokeOperator(setUp(), first.email)).toBe(true);
    expect((await ask(first)).status).toBe(404);
    expect(await revokeOperator(setUp(), first.email)).toBe(false);
    expect([(await mails(first.email)).length, (await mails(second.email)).length]).toEqual([3, 2]);
    const log = await api.sql`
      select action, actor ->> 'name' as by from audit_entries
      where workspace_id is null and target = ${first.email} order by id`;
    expect(log).toEqual([
      { action: "operator.granted", by: "operator:grant" },
      { action: "operator.revoked", by: "operator:revoke" },
    ]);
  });

  it("refuses an unknown address", async () => {
    await expect(grantOperator(setUp(), "unknown@people.test")).rejects.toThrow(/unknown@people.test/);
    expect(await mails("unknown@people.test")).toEqual([]);
  });

  it("isn't part of any role, and isn't given to owners", async () => {
    const { owner } = await api.createWorkspace();
    expect((await ask(owner)).status).toBe(404);
  });
});

describe("an operator's session", () => {
  it("needs a second factor, except in the sandbox", async () => {
    const operator = await api.createOperator();
    const refused = await ask(operator, live.call);
    expect([refused.status, refused.json.code]).toEqual([403, "second_factor_required"]);
    await api.sql`update users set two_factor_enabled = true where id = ${operator.id}`;
    // Until this session has passed it, the path doesn't exist.
    expect((await ask(operator, live.call)).status).toBe(404);
    await api.sql`update sessions set second_factor_at = now() where user_id = ${operator.id}`;
    expect((await ask(operator, live.call)).status).toBe(200);
  });

  it("needs a fresh confirmation for each change, but not to read or preview", async () => {
    const operator = await api.createOperator();
    const { cookie } = operator;
    const target = `${path}/pay_01k3v2m8q4f7x9b0c1d2e3f4g5`;
    await api.sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${operator.id}`;
    expect((await ask(operator)).status).toBe(200);
    for (const [where, body] of [
      [`${target}/refunds`, { reason: "x" }],
      [`${target}/refunds`, { reason: "x", dryRun: false }],
      [`${target}/release`, { reason: "x" }],
      [`${target}/dispute/accept`, { reason: "x" }],
      ["/operator/refunds/rfd_01k3v2m8q4f7x9b0c1d2e3f4g5/retry", undefined],
    ] as const) {
      const answer = await api.call({ method: "POST", path: where, body, cookie });
      expect([where, answer.status, answer.json.code]).toEqual([where, 403, "step_up_required"]);
    }
    const preview = { reason: "x", dryRun: true };
    expect(
      (await api.call({ method: "POST", path: `${target}/refunds`, body: preview, cookie })).status,
    ).toBe(404);
    await api.call({ method: "POST", path: "/auth/step-up", body: { password }, cookie });
    const confirmed = await api.call({
      method: "POST",
      path: `${target}/refunds`,
      body: { reason: "x" },
      cookie: await api.signIn(operator.email),
    });
    expect(confirmed.status).toBe(404);
  });

  it("sees nothing else of a workspace", async () => {
    const operator = await api.createOperator();
    const workspace = await api.createWorkspace();
    const name = await workspace.addDomain();
    for (const other of [`/domains/${name}`, "/payments", "/orders", "/audit-log", "/ledger/export"]) {
      const answer = await api.call({ path: other, cookie: operator.cookie });
      expect([other, answer.status]).toEqual([other, 403]);
      expect(answer.text).not.toContain(publicId("wsp", workspace.id));
    }
  });
});
