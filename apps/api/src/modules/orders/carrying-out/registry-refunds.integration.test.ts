import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Customer, newName, startOrders } from "../../../../test/support/orders/start-orders.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders({ withCards: true, seedRegistry: true });
  customer = await started.newPayer();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const sql = () => started.api.sql;
const sync = () => started.runSweep("registry sync");
const as201 = (expected: string, { status, text }: Awaited<ReturnType<Customer["post"]>>) =>
  expect([expected, status, text]).toEqual([expected, 201, text]);

/** What the account at the registry has beyond the ledger. Domains of the sandbox's seed were never paid for. */
async function difference(): Promise<number> {
  const [row] = await sql()<{ cents: number }[]>`
    select (coalesce((select sum(cents) from registry.account_entries where registrar = 'zonepost'), 0)
      - coalesce((select sum(amount_cents) from ledger_entries where account = 'registry_balance'), 0))::int as cents`;
  return row?.cents ?? 0;
}

const balanceOf = async (account: string): Promise<number> => {
  const [row] = await sql()<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries
    where account = ${account} and workspace_id = ${customer.workspace.id}`;
  return row?.cents ?? 0;
};

/** Registered, renewed and transferred by orders of their own, then moved into the past. */
const steps = {
  async register(tld: string): Promise<string> {
    const name = newName().replace(/[^.]+$/, tld);
    expect((await customer.order([customer.registration(name)])).json.state).toBe("completed");
    return name;
  },
  async renew(name: string, years = 1): Promise<void> {
    const renewal = { currentExpiresAt: await customer.expiryOf(name), years };
    as201("renew", await customer.post(`/domains/${name}/renew`, renewal));
  },
  async transferIn(tld: string): Promise<string> {
    const name = newName().replace(/[^.]+$/, tld);
    await sql()`
      insert into registry.domains (name, sponsor, created_by, created_at, expires_at, auth_info_hash)
      select ${name}, sponsor, created_by, created_at, expires_at, auth_info_hash
      from registry.domains where name = 'moving-in.net'`;
    const { contacts } = customer;
    as201(
      "transfer",
      await customer.post("/domains/transfers", { name, authCode: "Moving-In-2026", contacts }),
    );
    await sql()`
      update registry.domains set transfer_due_at = now() - interval '1 minute'
      where name = ${name} and transfer_due_at is not null`;
    await sql()`update domains set next_look_at = 'epoch', synced_at = 'epoch' where name = ${name}`;
    await sync();
    return name;
  },
  /** Its grace periods so far have ended, here and at the registry. */
  async age(name: string, days: number): Promise<void> {
    await sql()`
      update registry.domains set graces = '[]', created_at = created_at - make_interval(days => ${days})
      where name = ${name}`;
    await sql()`
      update domains set registered_at = registered_at - make_interval(days => ${days}) where name = ${name}`;
    await sql()`
      update domain_operations set finished_at = finished_at - make_interval(days => ${days})
      where domain_name = ${name}`;
  },
  /** Its term has ended, so the registry renews it at its next look. */
  async expire(name: string, daysAgo: number): Promise<void> {
    await steps.age(name, 300);
    await sql()`
      update registry.domains set expires_at = date_trunc('second', now()) - make_interval(days => ${daysAgo})
      where name = ${name}`;
    await sql()`
      update domains d set paid_until = r.expires_at, registry_expires_at = r.expires_at, synced_at = 'epoch'
      from registry.domains r where r.name = d.name and d.name = ${name}`;
    await sync();
  },
  async delete(name: string): Promise<void> {
    as201("delete", await customer.post(`/domains/${name}/delete`, { confirmName: name }));
  },
  async restore(name: string): Promise<void> {
    as201("restore", await customer.post(`/domains/${name}/restore`, {}));
  },
};

const ofCom = { register: 1188, renew: 1188, transfer: 1188 };

describe("a domain that leaves", () => {
  it.each<[string, () => Promise<void>]>([
    [
      "in its add grace period, after a renewal",
      async () => {
        const name = await steps.register("com");
        await steps.renew(name);
        await steps.delete(name);
      },
    ],
    [
      "after its add grace period, in the grace period of a renewal",
      async () => {
        const name = await steps.register("com");
        await steps.age(name, 10);
        await steps.renew(name, 2);
        await steps.delete(name);
      },
    ],
    [
      "after the grace period of a renewal",
      async () => {
        const name = await steps.register("com");
        await steps.renew(name);
        await steps.age(name, 10);
        await steps.delete(name);
      },
    ],
    [
      "in the grace period of its transfer",
      async () => {
        await steps.delete(await steps.transferIn("com"));
      },
    ],
    [
      "after a transfer without a grace period",
      async () => {
        await steps.delete(await steps.transferIn("de"));
      },
    ],
    [
      "in the grace period of the registry's own renewal, unpaid",
      async () => {
        const name = await steps.register("com");
        await steps.expire(name, 10);
        await steps.delete(name);
      },
    ],
    [
      "in the grace period of the registry's own renewal, paid",
      async () => {
        const name = await steps.register("com");
        await steps.expire(name, 10);
        await steps.renew(name);
        await steps.delete(name);
      },
    ],
    [
      "after a renewal of two years, of which the registry made one",
      async () => {
        const name = await steps.register("com");
        await steps.expire(name, 10);
        await steps.renew(name, 2);
        await steps.delete(name);
      },
    ],
    [
      "after the registry's own renewal, which it doesn't take back",
      async () => {
        const name = await steps.register("de");
        await steps.expire(name, 1);
        await steps.delete(name);
      },
    ],
    [
      "soon after it was restored",
      async () => {
        const name = await steps.register("com");
        await steps.age(name, 10);
        await steps.delete(name);
        await steps.restore(name);
        await steps.delete(name);
      },
    ],
    [
      "by a person at the registry",
      async () => {
        const name = await steps.register("com");
        await steps.renew(name);
        await sql()`delete from registry.domains where name = ${name}`;
        // As the registry books it.
        const returned = ofCom.register + ofCom.renew;
        await sql()`
          insert into registry.account_entries (registrar, cents) values ('zonepost', ${returned})`;
        await sql()`update domains set synced_at = 'epoch' where name = ${name}`;
        await sync();
      },
    ],
  ])("%s leaves the ledger equal to the registry", async (_, leave) => {
    const before = await difference();
    await leave();
    expect(await difference()).toBe(before);
    expect(await balanceOf("registry_accruals")).toBe(0);
  });
});

describe("the registry's own renewal", () => {
  it("waits in the ledger from the registry's date until it is paid, once, and isn't in the workspace's export", async () => {
    const name = await steps.register("com");
    const [before, costs] = [await difference(), await balanceOf("registry_costs")];
    await steps.expire(name, 3);
    await sql()`update domains set synced_at = 'epoch' where name = ${name}`;
    await sync();
    expect([
      await difference(),
      await balanceOf("registry_accruals"),
      await balanceOf("registry_costs"),
    ]).toEqual([before, ofCom.renew, costs]);
    await steps.renew(name);
    expect([
      await difference(),
      await balanceOf("registry_accruals"),
      await balanceOf("registry_costs"),
    ]).toEqual([before, 0, costs + ofCom.renew]);
    const { cookie } = customer.workspace.owner;
    const { text } = await started.api.call({ path: "/ledger/export", cookie });
    expect(text).toContain("sales");
    expect(text).not.toContain("registry_");
  });
});
