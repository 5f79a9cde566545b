import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Customer, newName, startOrders } from "../../../../test/support/orders/start-orders.ts";
import { dayMs } from "../../../kernel/durations.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true, seedRegistry: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

/** The auth code that the sandbox has seeded. */
const authCode = "Moving-In-2026";
async function atOtherRegistrar(statuses: string[] = []): Promise<string> {
  const name = newName();
  await started.api.sql`
    insert into registry.domains (name, sponsor, created_by, created_at, expires_at, auth_info_hash, statuses)
    select ${name}, sponsor, created_by, created_at, expires_at, auth_info_hash, ${statuses}
    from registry.domains where name = 'moving-in.net'`;
  return name;
}

const call = async (of: Customer, procedure: string, body: object, headers = {}) =>
  (await of.post(`/trpc/orders.${procedure}`, body, headers)).json;
const check = async (of: Customer, ...lines: { name: string; authCode: string }[]) =>
  (await call(of, "checkTransfers", { lines })).result.data as {
    domainName: string;
    wouldSucceed: boolean;
    priceCents: number | null;
    problems: { code: string }[];
  }[];
const codesOf = (of: Customer) => started.api.sql<{ name: string; code: string }[]>`
  select domain_name as name, code_encrypted as code from transfer_codes
  where workspace_id = ${of.workspace.id} order by 1`;
const namesWithCode = async (of: Customer) => (await codesOf(of)).map(({ name }) => name);
const lineOf = (of: Customer, name: string) => ({ kind: "transfer_in", name, contacts: of.contacts });
const codesOfPreview = async (of: Customer, name: string) =>
  (await call(of, "previewBasket", { lines: [lineOf(of, name)] })).result.data.problems.map(
    ({ code }: { code: string }) => code,
  );

describe("a check of transfers", () => {
  it("has the price or the reason of each, without a contact, and keeps only the codes that can be used", async () => {
    const of = await started.newPayer();
    const [free, locked] = [await atOtherRegistrar(), await atOtherRegistrar(["clientTransferProhibited"])];
    const wrong = await atOtherRegistrar();
    const own = await of.workspace.addDomain();
    const checked = await check(
      of,
      { name: free, authCode },
      { name: locked, authCode },
      { name: wrong, authCode: "Not-The-Code-1" },
      { name: own, authCode },
      { name: "example.unknown", authCode },
      { name: newName(), authCode },
      { name: free, authCode },
    );
    expect(checked.map(({ wouldSucceed, problems }) => [wouldSucceed, problems[0]?.code])).toEqual([
      [true, undefined],
      [false, "transfer_locked"],
      [false, expect.any(String)],
      [false, expect.any(String)],
      [false, "invalid_input"],
      [false, expect.any(String)],
      [false, "invalid_input"],
    ]);
    expect(checked[0]?.priceCents).toBeGreaterThan(0);
    const stored = await codesOf(of);
    expect(stored.map(({ name }) => name)).toEqual([free]);
    expect(stored[0]?.code).not.toContain(authCode);
  });

  it("tells nothing about another workspace's domain", async () => {
    const of = await started.newPayer();
    const [foreign] = [await (await started.newCustomer()).workspace.addDomain()];
    const [known, unknown] = await check(
      of,
      { name: foreign, authCode },
      { name: await atOtherRegistrar(), authCode: "Not-The-Code-1" },
    );
    expect(known?.problems).toEqual(unknown?.problems);
    expect(await namesWithCode(of)).toEqual([]);
  });
});

describe("the code of a checked transfer", () => {
  it("is used by the order, which then holds it, and a repeat with the same key finds the order", async () => {
    const of = await started.newPayer();
    const name = await atOtherRegistrar();
    await check(of, { name, authCode });
    expect(await codesOfPreview(of, name)).toEqual([]);
    const key = { "idempotency-key": newName() };
    const first = await call(of, "placeBasket", { lines: [lineOf(of, name)] }, key);
    expect(first.result.data).toMatchObject({ lines: [{ kind: "transfer_in", failure: null }] });
    expect(await namesWithCode(of)).toEqual([]);
    // As after a crash: the response isn't stored.
    await started.api.sql`delete from idempotency_keys`;
    const repeated = await call(of, "placeBasket", { lines: [lineOf(of, name)] }, key);
    expect(repeated.result.data.id).toBe(first.result.data.id);
    expect(await of.charges()).toHaveLength(1);
  });

  it("belongs to the person alone", async () => {
    const [of, other] = [await started.newPayer(), await started.newPayer()];
    const name = await atOtherRegistrar();
    await check(of, { name, authCode });
    expect(await codesOfPreview(other, name)).toEqual(["auth_code_missing"]);
    await call(other, "deleteTransferCodes", { names: [name] });
    expect(await namesWithCode(of)).toEqual([name]);
  });

  it("is deleted with its item, and the domain can't be ordered without it", async () => {
    const of = await started.newPayer();
    const name = await atOtherRegistrar();
    await check(of, { name, authCode });
    await call(of, "deleteTransferCodes", { names: [name] });
    expect(await namesWithCode(of)).toEqual([]);
    const refused = await call(of, "placeBasket", { lines: [lineOf(of, name)] });
    expect(refused.error.data.problem).toMatchObject({ status: 409, code: "auth_code_missing" });
    expect(await of.charges()).toEqual([]);
  });

  it("is deleted after a day without an order, and not before", async () => {
    const of = await started.newPayer();
    const [old, young] = [await atOtherRegistrar(), await atOtherRegistrar()];
    await check(of, { name: old, authCode }, { name: young, authCode });
    await started.api.sql`
      update transfer_codes set expires_at = expires_at - ${`${dayMs} milliseconds`}::interval
      where domain_name = ${old}`;
    expect(await codesOfPreview(of, old)).toEqual(["auth_code_missing"]);
    await started.runSweep("transfer codes");
    expect(await namesWithCode(of)).toEqual([young]);
  });

  it("appears in no audit entry, and in no column of an order but the sealed one", async () => {
    const of = await started.newPayer();
    const name = await atOtherRegistrar();
    await check(of, { name, authCode });
    await call(of, "placeBasket", { lines: [lineOf(of, name)] });
    const [found] = await started.api.sql<{ audit: string; lines: string; keys: string }[]>`
      select (select coalesce(string_agg(a::text, ''), '') from audit_entries a) as audit,
        (select coalesce(string_agg(l::text, ''), '') from order_lines l) as lines,
        (select coalesce(string_agg(k::text, ''), '') from idempotency_keys k) as keys`;
    expect(found?.lines).toContain(name);
    expect(`${found?.audit}${found?.lines}${found?.keys}`).not.toContain(authCode);
  });
});
