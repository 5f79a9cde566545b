import { fileURLToPath } from "node:url";
import { Agent } from "undici";
import { expect, it } from "vitest";
import { createCustomer } from "./orders-storm/customer.ts";
import { createProcesses, freePort, stormSecrets } from "./orders-storm/processes.ts";
import { createClient } from "./support/client.ts";
import { startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

const giveUpAfterMs = 300_000;
const priceListFile = fileURLToPath(new URL("support/taxed-price-list.json", import.meta.url));

it("charges a purchase once, whatever is sent while its process is killed and replaced", async () => {
  const ports = { api: await freePort(), cards: await freePort() };
  await using api = await startApi({
    env: {
      ...stormSecrets,
      STRIPE_API_BASE: `http://127.0.0.1:${ports.cards}`,
      PRICE_LIST_FILE: priceListFile,
    },
  });
  const { sql } = api;
  const processes = createProcesses(api, ports);
  const agent = new Agent({ connections: 40 });
  try {
    await Promise.all((["cards", "api"] as const).map(processes.start));
    const send = createClient({ port: ports.api, agent });
    const [buyer, stranger] = [await createCustomer(api, send), await createCustomer(api, send)];
    const name = "bought-once.com";
    const ask = (of: typeof buyer) =>
      of.ask(of.people[0], "POST", "/orders", { lines: [of.registration(name)] });
    await sql`insert into cards.trouble (kind, times) values ('slow', 1)`;
    // Until the process is killed, it can't record the charge, however late the kill comes.
    await sql.begin(async (held) => {
      await held`lock table ledger_entries in share mode`;
      const unanswered = send({
        method: "POST",
        path: "/orders",
        cookie: buyer.people[0].cookie,
        body: { lines: [buyer.registration(name)] },
      }).catch(() => "killed");
      await until("the card is being charged", async () => {
        const charging = await sql`select id from payment_attempts where state = 'confirming'`;
        return charging.length > 0;
      });
      await processes.kill("api");
      expect(await unanswered).toBe("killed");
    });
    await processes.start("api");

    const again = await Promise.all([ask(buyer), ask(buyer), ask(stranger), ask(stranger)]);
    const [order] = await sql<{ id: string; state: string }[]>`select id, state from orders`;
    expect(order).toBeDefined();
    expect(again.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    const [own, , foreign] = again;
    expect(["already_ordered", "already_yours"]).toContain(own?.json.code);
    expect(["name_unavailable", "domain_unavailable"]).toContain(foreign?.json.code);

    // The leases belong to the process that was killed, and last minutes of the wall clock.
    await sql`update order_lines set leased_until = null`;
    await sql`update payment_attempts set next_check_at = 'epoch' where state = 'confirming'`;
    await processes.start("worker");
    const isCompleted = async () =>
      (await sql`select id from orders where state <> 'completed'`).length === 0;
    await until("the order is completed", isCompleted, giveUpAfterMs);
    expect(await sql`select id from orders`).toHaveLength(1);
    const charges = await sql`
      select id from cards.objects where kind = 'charge' and body ->> 'status' = 'succeeded'`;
    expect(charges).toHaveLength(1);
    expect(await sql`select id from refunds`).toEqual([]);
  } finally {
    await agent.destroy();
    await processes.stopAll();
  }
});
