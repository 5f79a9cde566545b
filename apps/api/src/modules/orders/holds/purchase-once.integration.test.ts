import { payments } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import type { Answer } from "../../../../test/support/answer.ts";
import {
  type Customer,
  comYear,
  newName,
  startOrders,
  testCards,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { decideAtBank, enterCard } from "../../../../test/support/payments/card-processor.ts";
import { until } from "../../../../test/support/until.ts";
import { newId, rowId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  started = await startOrders({ withCards: true, seedRegistry: true });
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const authCode = "Moving-In-2026";
async function atOtherRegistrar(): Promise<string> {
  const name = newName();
  await started.api.sql`
    insert into registry.domains (name, sponsor, created_by, created_at, expires_at, auth_info_hash)
    select ${name}, sponsor, created_by, created_at, expires_at, auth_info_hash
    from registry.domains where name = 'moving-in.net'`;
  return name;
}

const paidCharges = async (of: Customer): Promise<number> =>
  (await of.charges()).filter(({ state }) => state === "succeeded").length;
const times = <Value>(count: number, work: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, work));
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const codeOf = ({ status, json }: Answer) => [status, json.code];
/** Without what differs from request to request. */
const bytesOf = ({ text }: Answer): string => text.replace(/"requestId":"[^"]*"/, "");
const storedOrder = (id: string) => rowId("ord", id) ?? "";

type Wish = (of: Customer) => Promise<() => Promise<Answer>>;
/** A request for the same thing, however often it is sent. */
const wishes: Record<string, Wish> = {
  "POST /domains": async (of) => {
    const name = newName();
    return () => of.post("/domains", { name, contacts: of.contacts });
  },
  "POST /orders with a registration": async (of) => {
    const name = newName();
    return () => of.order([of.registration(name)]);
  },
  "POST /orders with two lines in any order": async (of) => {
    const lines = [of.registration(newName()), of.registration(newName())];
    let turn = 0;
    return () => {
      turn += 1;
      return of.order(turn % 2 === 0 ? lines : lines.toReversed());
    };
  },
  "POST /domains/{name}/renew": async (of) => {
    const name = await of.workspace.addDomain();
    const currentExpiresAt = await of.expiryOf(name);
    return () => of.post(`/domains/${name}/renew`, { currentExpiresAt });
  },
  "POST /domains/{name}/restore": async (of) => {
    const { name } = (await of.post("/domains", { name: newName(), contacts: of.contacts })).json;
    const domainName = name ?? (await of.orders())[0]?.lines[0]?.domainName ?? "";
    await toRedemption(domainName);
    return () => of.post(`/domains/${domainName}/restore`, {});
  },
  "POST /domains/transfers": async (of) => {
    const name = await atOtherRegistrar();
    return () => of.post("/domains/transfers", { name, authCode, contacts: of.contacts });
  },
  "POST /me/mail/activate": async (of) => {
    const domainName = await of.workspace.addDomain();
    return () => of.post("/me/mail/activate", { domainName, planSlug: "starter" });
  },
  "PATCH /me/mail/{domainName}": async (of) => {
    const domainName = await of.workspace.addDomain();
    await of.post("/me/mail/activate", { domainName, planSlug: "starter" });
    return () => of.patch(`/me/mail/${domainName}`, { planSlug: "business" });
  },
  "orders.place of the panel": async (of) => {
    const lines = [of.registration(newName())];
    return async () => {
      const answer = await of.post("/trpc/orders.place", { lines });
      return { ...answer, json: answer.json.error?.data?.problem ?? answer.json.result?.data ?? answer.json };
    };
  },
  "an API key": async (of) => {
    const key = await newApiKey(started.api, of.workspace, { scopes: ["domains:read", "domains:buy"] });
    const body = { lines: [of.registration(newName())] };
    return () => started.api.call({ method: "POST", path: "/orders", body, headers: key.headers });
  },
};

/** A domain that was deleted some time ago, at its registry too. */
async function toRedemption(name: string): Promise<void> {
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString();
  await started.api
    .sql`update registry.domains set phase = 'redemption', phase_ends_at = ${until} where name = ${name}`;
  await started.api
    .sql`update domains set status = 'redemption', next_deletion_at = null where name = ${name}`;
}

describe("the same purchase at the same time", () => {
  it.each(Object.keys(wishes))("is charged once, and the others are refused: %s", async (route) => {
    const of = await started.newPayer();
    const send = await (wishes[route] as Wish)(of);
    const before = await paidCharges(of);
    const answers = await times(8, send);
    const winners = answers.filter(({ status }) => status < 300);
    expect(winners.map(({ text }) => text)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409).map(({ text }) => text)).toHaveLength(7);
    expect((await paidCharges(of)) - before).toBe(1);
    const winner = winners[0]?.json;
    const named = answers
      .filter(({ json }) => json.code === "already_ordered")
      .map(({ json }) => json.orderId);
    expect(new Set(named)).toEqual(new Set(named.length > 0 ? [winner.orderId ?? winner.id] : []));
    expect(await of.refunds()).toEqual([]);
  });

  it("50 times without a key: one charge, and 49 are refused", async () => {
    const of = await started.newPayer();
    const name = newName();
    const answers = await times(50, () => of.post("/domains", { name, contacts: of.contacts }));
    expect(statusesOf(answers)).toEqual([201, ...Array(49).fill(409)]);
    expect(await of.charges()).toEqual([{ kind: "card", state: "succeeded" }]);
    expect(await of.orders()).toHaveLength(1);
  });

  it("50 times with one key: one order, and one charge", async () => {
    const of = await started.newPayer();
    const key = { "idempotency-key": newId() };
    const lines = [of.registration(newName())];
    const answers = await times(50, () => of.order(lines, {}, key));
    const codes = new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.code));
    expect([...codes]).toEqual(codes.size > 0 ? ["idempotency_key_in_flight"] : []);
    const [order, ...others] = await of.orders();
    expect(others).toEqual([]);
    expect(answers.every(({ status, json }) => status !== 201 || json.id === order?.id)).toBe(true);
    expect(await of.charges()).toEqual([{ kind: "card", state: "succeeded" }]);
  });

  it("in several workspaces: one charge, and the others are told that the name isn't available", async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, () => started.newPayer()));
    const name = newName();
    const answers = await Promise.all(buyers.map((of) => of.order([of.registration(name)])));
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409]);
    for (const { json } of answers.filter(({ status }) => status === 409)) {
      expect(["name_unavailable", "domain_unavailable"]).toContain(json.code);
    }
    const charged = await Promise.all(buyers.map(paidCharges));
    expect(charged.toSorted()).toEqual([0, 0, 0, 1]);
  });

  it("without payments: one order", async () => {
    const off = await started.api.startAnother({ env: { PAYMENTS: "off" } });
    const of = await started.newCustomer();
    const { cookie } = of.workspace.owner;
    const body = { name: newName(), contacts: of.contacts };
    const answers = await times(8, () => off.call({ method: "POST", path: "/domains", body, cookie }));
    expect(statusesOf(answers)).toEqual([201, ...Array(7).fill(409)]);
    expect(await of.orders()).toHaveLength(1);
  });
});

describe("a purchase of what another order of the workspace holds", () => {
  it("takes the place of one whose page is open, and names it with all of its lines", async () => {
    const of = await started.newCustomer();
    const [name, other] = [newName(), newName()];
    const old = (await of.order([of.registration(other), of.registration(name)], { hosted: true })).json;
    await of.saveCard();
    const bought = await of.order([of.registration(name)]);
    expect([bought.status, bought.json.state]).toEqual([201, "completed"]);
    expect(bought.json.replacedOrders).toEqual([
      {
        id: old.id,
        lines: [
          { kind: "registration", domainName: other },
          { kind: "registration", domainName: name },
        ],
      },
    ]);
    const replaced = await of.readOrder(old.id);
    const failure = { code: "order_replaced", message: expect.stringContaining(bought.json.id) };
    expect(replaced).toMatchObject({ state: "cancelled", lines: [{ failure }, { failure }] });
    await expect(enterCard(old.paymentUrl)).rejects.toThrow();
    expect(await of.charges()).toEqual([
      { kind: "page", state: "canceled" },
      { kind: "card", state: "succeeded" },
    ]);
    // The line that wasn't bought is free again.
    expect((await of.order([of.registration(other)])).status).toBe(201);
  });

  it("names it too on a route that sells one operation, and if the new one isn't paid", async () => {
    const of = await started.newPayer();
    const name = newName();
    const first = (await of.order([of.registration(name)], { hosted: true })).json;
    const paymentMethodId = await of.saveCard(testCards.failsLater);
    const declined = await of.order([of.registration(name)], { paymentMethodId });
    const ofFirst = [{ id: first.id, lines: [{ kind: "registration", domainName: name }] }];
    expect(declined.json).toMatchObject({ code: "card_declined", replacedOrders: ofFirst });
    await of.saveCard();
    const { json } = await of.post("/domains", { name, contacts: of.contacts });
    expect(json).toMatchObject({
      state: "succeeded",
      replacedOrders: [{ id: declined.json.orderId, lines: [{ kind: "registration", domainName: name }] }],
    });
    expect((await of.orders()).map(({ state }) => state)).toEqual(["completed", "cancelled", "cancelled"]);
    expect(await paidCharges(of)).toBe(1);
  });

  it("names it too if the registry refuses the new one", async () => {
    const of = await started.newCustomer();
    const [name, other] = [`refused-${newName()}`, newName()];
    const old = (await of.order([of.registration(name), of.registration(other)], { hosted: true })).json;
    await of.saveCard();
    const refused = await of.post("/domains", { name, contacts: of.contacts });
    const lines = [name, other].map((domainName) => ({ kind: "registration", domainName }));
    expect(refused.json).toMatchObject({ status: 409, replacedOrders: [{ id: old.id, lines }] });
    expect(codeOf(refused)).toEqual([409, "registry_refused"]);
  });

  it("takes the place of one whose bank waits for the person, who can't confirm it any more", async () => {
    const of = await started.newPayer(testCards.asksOnSession);
    const name = newName();
    const asked = (await of.order([of.registration(name)])).json;
    expect(asked.code).toBe("authentication_required");
    const bought = await of.order([of.registration(name)], { paymentMethodId: await of.saveCard() });
    expect(bought.json).toMatchObject({ state: "completed", replacedOrders: [{ id: asked.orderId }] });
    await decideAtBank(asked.paymentUrl, "approve").catch(() => {});
    expect((await of.readOrder(asked.orderId)).state).toBe("cancelled");
    expect(await paidCharges(of)).toBe(1);
  });

  it("is refused if that one turns out to be paid", async () => {
    const of = await started.newCustomer();
    const name = newName();
    const old = (await of.order([of.registration(name)], { hosted: true })).json;
    await started.api.holdNotices();
    try {
      await enterCard(old.paymentUrl);
      const refused = await of.order([of.registration(name)]);
      expect(refused.json).toMatchObject({ status: 409, code: "already_ordered", orderId: old.id });
    } finally {
      started.api.sendNotices();
    }
    await started.runSweep("order lines");
    expect((await of.readOrder(old.id)).state).toBe("completed");
    expect(await of.orders()).toHaveLength(1);
  });

  it("is refused, and changes nothing, while the processor can't end that one's page", async () => {
    const of = await started.newCustomer();
    const name = newName();
    const old = (await of.order([of.registration(name)], { hosted: true })).json;
    const away = await started.api.startAnother({ env: { STRIPE_API_BASE: "http://127.0.0.1:9" } });
    const body = { lines: [of.registration(name)] };
    const { cookie } = of.workspace.owner;
    const refused = await away.call({ method: "POST", path: "/orders", body, cookie });
    expect(codeOf(refused)).toEqual([503, "processor_unavailable"]);
    expect((await of.orders()).map(({ id, state }) => [id, state])).toEqual([[old.id, "awaiting_payment"]]);
  });

  it("is refused while that one is carried out, and possible again once it has failed", async () => {
    const of = await started.newPayer();
    const name = await atOtherRegistrar();
    const line = { kind: "transfer_in", name, authCode, contacts: of.contacts };
    const { id } = (await of.order([line])).json;
    const again = [
      () => of.post("/domains/transfers", { name, authCode, contacts: of.contacts }),
      () => of.order([line]),
      () => of.order([line], { hosted: true }),
      () => of.order([of.registration(name)]),
    ];
    for (const send of again) {
      expect((await send()).json).toMatchObject({ status: 409, code: "already_ordered", orderId: id });
    }
    const preview = await of.order([line], { dryRun: true });
    expect(preview.json.problems).toContainEqual(expect.objectContaining({ code: "already_ordered" }));
    const alone = { name, authCode, contacts: of.contacts, dryRun: true };
    expect((await of.post("/domains/transfers", alone)).json).toMatchObject({
      wouldSucceed: false,
      problems: expect.arrayContaining([expect.objectContaining({ code: "already_ordered" })]),
    });
    expect(await paidCharges(of)).toBe(1);
    await started.api.registry.otherRegistrarEndsTransfer(name, "reject");
    await started.runSweep("registry sync");
    await started.runSweep("order lines");
    expect((await of.readOrder(id)).state).toBe("failed");
    expect((await of.order([line])).status).toBe(201);
  });

  it("isn't stopped by the renewal of another expiry date, nor by another kind of thing", async () => {
    const of = await started.newPayer();
    const name = await of.workspace.addDomain();
    const currentExpiresAt = await of.expiryOf(name);
    const waiting = await of.order([{ kind: "renewal", name, currentExpiresAt }], { hosted: true });
    await started.api.sql`
      update order_lines set thing = ${`renewal:${name}:2020-01-01T00:00:00.000Z`}
      where order_id = ${storedOrder(waiting.json.id)}`;
    const renewed = await of.post(`/domains/${name}/renew`, { currentExpiresAt });
    expect(renewed.json).toMatchObject({ state: "succeeded" });
    expect(renewed.json.replacedOrders).toBeUndefined();
    const mail = await of.post("/me/mail/activate", { domainName: name, planSlug: "starter" });
    expect(mail.json.replacedOrders).toBeUndefined();
    expect((await of.readOrder(waiting.json.id)).state).toBe("awaiting_payment");
  });

  it("warns in a dry run which order it would replace", async () => {
    const of = await started.newCustomer();
    const name = newName();
    const old = (await of.order([of.registration(name)], { hosted: true })).json;
    const { json } = await of.order([of.registration(name)], { dryRun: true });
    expect(json.problems).toEqual([]);
    expect(json.warnings).toContainEqual({
      code: "replaces_order",
      message: expect.stringContaining(old.id),
      pointer: "/lines/0",
    });
    const { contacts } = of;
    const alone = (await of.post("/domains", { name, contacts, dryRun: true })).json;
    expect(alone).toMatchObject({ wouldSucceed: true, problems: [] });
    expect(alone.warnings).toContainEqual({
      code: "replaces_order",
      message: expect.stringContaining(old.id),
    });
    expect((await of.readOrder(old.id)).state).toBe("awaiting_payment");
  });
});

describe("while a charge is in flight", () => {
  it("the same purchase is refused here with its order, and elsewhere without a word about it", async () => {
    const [of, stranger] = [await started.newPayer(), await started.newPayer()];
    const name = newName();
    const other = newName();
    const { sql } = started.api;
    await sql`insert into cards.trouble (kind, times) values ('slow', 1)`;
    const { buying } = await sql.begin(async (held) => {
      // The card isn't charged until it is known whether this trouble is left.
      await held`delete from cards.trouble`;
      const charged = of.order([of.registration(name)]);
      await until("the card is being charged", async () =>
        (await of.charges()).some(({ state }) => state === "confirming"),
      );
      const [open] = await of.orders();
      expect((await of.order([of.registration(name)], { hosted: true })).json).toMatchObject({
        status: 409,
        code: "already_ordered",
        orderId: open?.id,
      });
      const whileCharged = await stranger.order([stranger.registration(other), stranger.registration(name)]);
      expect(codeOf(whileCharged)).toEqual([409, "name_unavailable"]);
      // In an object: the transaction would wait for a promise that it returns.
      return { buying: charged };
    });
    expect((await buying).json.state).toBe("completed");
    expect((await stranger.orders()).map(({ state }) => state)).toEqual([]);
  });

  it("the refusal elsewhere has the same bytes, whatever holds the name and however far it is", async () => {
    const stranger = await started.newPayer();
    const name = await atOtherRegistrar();
    const of = await started.newPayer();
    const id = (await of.order([{ kind: "transfer_in", name, authCode, contacts: of.contacts }])).json.id;
    const ask = async () => {
      const answers = [
        await stranger.order([stranger.registration(name)]),
        await stranger.post("/domains", { name, contacts: stranger.contacts }),
        await stranger.post("/domains/transfers", { name, authCode, contacts: stranger.contacts }),
      ];
      return answers.map(bytesOf);
    };
    const hold = (kind: string, state: string) => started.api.sql`
      update order_lines set kind = ${kind}, state = ${state} where order_id = ${storedOrder(id)}`;
    const seen = new Set(await ask());
    for (const [kind, state] of [
      ["registration", "pending"],
      ["registration", "running"],
      ["transfer_in", "pending"],
    ] as const) {
      await hold(kind, state);
      for (const bytes of await ask()) {
        seen.add(bytes);
      }
    }
    expect([...seen]).toEqual([expect.stringContaining('"code":"name_unavailable"')]);
    expect(await stranger.orders()).toEqual([]);
  });
});

describe("an order against strangers", () => {
  const waiting: Record<string, (of: Customer, name: string) => Promise<unknown>> = {
    "with an open page": (of, name) => of.order([of.registration(name)], { hosted: true }),
    "whose card was declined": async (of, name) =>
      of.order([of.registration(name)], { paymentMethodId: await of.saveCard(testCards.failsLater) }),
    "whose bank waits for the person": async (of, name) =>
      of.order([of.registration(name)], { paymentMethodId: await of.saveCard(testCards.asksOnSession) }),
    "that was canceled": async (of, name) => {
      const { id } = (await of.order([of.registration(name)], { hosted: true })).json;
      await started.api.sql`update orders set cancels_at = 'epoch' where id = ${storedOrder(id)}`;
      await started.runSweep("unpaid orders");
    },
    "that the registry refused": (of, name) => of.order([of.registration(name)]),
  };

  it.each(Object.keys(waiting))("%s holds nothing", async (what) => {
    const [of, stranger] = [await started.newPayer(), await started.newPayer()];
    const name = what === "that the registry refused" ? `refused-${newName()}` : newName();
    await waiting[what]?.(of, name);
    const [row] = await started.api.sql`
      select count(*)::int as count from order_lines
      where domain_name = ${name} and held_name is not null and state in ('pending', 'running')`;
    expect(row).toEqual({ count: 0 });
    const answer = await stranger.order([stranger.registration(name)]);
    expect(answer.status).toBe(201);
    expect(await paidCharges(stranger)).toBe(1);
  });

  it("holds nothing while it is held until its confirmation, or without a charge", async () => {
    const holding = await started.api.startAnother({ env: { HOLD_ORDERS_UNTIL_CONFIRMED: "true" } });
    await started.api.holdNotices();
    const stranger = await started.newPayer();
    try {
      const of = await started.newPayer(undefined, holding.call);
      const name = newName();
      const held = await of.order([of.registration(name)]);
      expect(held.json).toMatchObject({ lines: [{ waitsFor: "payment_confirmation" }] });
      expect((await stranger.order([stranger.registration(name)])).json.state).toBe("completed");
    } finally {
      started.api.sendNotices();
    }
  });

  it("holds its names again from the confirmation, until it has been carried out", async () => {
    const holding = await started.api.startAnother({ env: { HOLD_ORDERS_UNTIL_CONFIRMED: "true" } });
    const stranger = await started.newPayer();
    const name = newName();
    await started.api.holdNotices();
    try {
      const of = await started.newPayer(undefined, holding.call);
      const { id } = (await of.order([of.registration(name)])).json;
      await started.api
        .sql`update payments set cooldown_due_at = 'epoch' where order_id = ${storedOrder(id)}`;
      const cooldowns = holding.wired.createSweeps().find((sweep) => sweep.name === "cooldowns of payments");
      await cooldowns?.run(new AbortController().signal);
      expect(codeOf(await stranger.order([stranger.registration(name)]))).toEqual([409, "name_unavailable"]);
      await started.runSweep("order lines");
      expect((await of.readOrder(id)).state).toBe("completed");
    } finally {
      started.api.sendNotices();
    }
  });

  it("that paid on a page for a name that another workspace holds is returned", async () => {
    const [of, stranger] = [await started.newCustomer(), await started.newPayer()];
    const name = newName();
    const page = (await of.order([of.registration(name)], { hosted: true })).json;
    // Its registry is slow, so the name is held and not registered yet.
    const held = (await stranger.order([stranger.registration(newName())], { hosted: true })).json;
    await started.api.sql`
      update order_lines set held_name = ${name} where order_id = ${storedOrder(held.id)}`;
    await enterCard(page.paymentUrl);
    await until(
      "the money has arrived",
      async () => (await of.readOrder(page.id)).state !== "awaiting_payment",
    );
    await started.runSweep("order lines");
    await started.runSweep("refunds");
    expect(await of.readOrder(page.id)).toMatchObject({
      state: "failed",
      lines: [{ state: "refunded", failure: { code: "name_unavailable" } }],
    });
  });

  it("never stops the renewal, restore or plan of a domain that the workspace has", async () => {
    const [of, stranger] = [await started.newPayer(), await started.newPayer()];
    const name = await of.workspace.addDomain();
    const held = (await stranger.order([stranger.registration(newName())], { hosted: true })).json;
    await started.api.sql`
      update order_lines set held_name = ${name} where order_id = ${storedOrder(held.id)}`;
    const currentExpiresAt = await of.expiryOf(name);
    expect((await of.post(`/domains/${name}/renew`, { currentExpiresAt })).json.state).toBe("succeeded");
    const mail = await of.post("/me/mail/activate", { domainName: name, planSlug: "starter" });
    expect(mail.status).toBe(201);
    await toRedemption(name);
    expect((await of.post(`/domains/${name}/restore`, {})).status).toBe(201);
  });
});

describe("after a crash", () => {
  it("before its charge began, an order keeps its place for a minute, and then only waits for money", async () => {
    const of = await started.newPayer();
    const name = newName();
    const { id } = (await of.order([of.registration(name)], { hosted: true })).json;
    // As if the process had died after it stored the order.
    const die = (until: string) => started.api.sql`
      update orders set paying_until = ${until}::timestamptz where id = ${storedOrder(id)}`;
    await started.api.sql`
      delete from payment_attempts where workspace_id = ${of.workspace.id}`;
    await die(new Date(Date.now() + 3_600_000).toISOString());
    expect((await of.order([of.registration(name)])).json).toMatchObject({
      code: "already_ordered",
      orderId: id,
    });
    await die(new Date(Date.now() - 1).toISOString());
    const bought = await of.order([of.registration(name)]);
    expect(bought.json).toMatchObject({ state: "completed", replacedOrders: [{ id }] });
    expect(await paidCharges(of)).toBe(1);
  });

  it("an order that is replaced no longer counts toward the limit of its key", async () => {
    const of = await started.newPayer();
    const name = newName();
    const { headers } = await newApiKey(started.api, of.workspace, {
      scopes: ["domains:read", "domains:buy", "contacts:read"],
      monthlyLimitCents: totalOf(comYear),
    });
    const buy = (more: object) =>
      started.api.call({
        method: "POST",
        path: "/orders",
        body: { lines: [of.registration(name)], ...more },
        headers,
      });
    const { id } = (await buy({ hosted: true })).json;
    // As if the process had died before its charge began: it counts until it ends.
    await started.api.sql`delete from payment_attempts where workspace_id = ${of.workspace.id}`;
    await started.api.sql`update orders set counted_at = now() where id = ${storedOrder(id)}`;
    expect((await buy({ dryRun: true })).json.problems).toEqual([]);
    expect((await buy({})).json).toMatchObject({ state: "completed", replacedOrders: [{ id }] });
  });

  it("with an unknown outcome, the order keeps its thing and its name until it is known", async () => {
    const [of, stranger] = [await started.newPayer(), await started.newPayer()];
    const name = newName();
    const body = { kind: "error_after_charge", times: 1 };
    await started.api.call({ method: "POST", path: "/sandbox/cards/trouble", body });
    const id = (await of.order([of.registration(name)])).json.id;
    // As if the process had died after the card was charged: nothing of it is stored.
    await started.api.sql`
      update orders set state = 'awaiting_payment', finished_at = null where id = ${storedOrder(id)}`;
    await started.api.sql`
      update order_lines set state = 'pending', next_attempt_at = null where order_id = ${storedOrder(id)}`;
    await started.api.sql`
      update payments set status = 'pending', received_at = null where order_id = ${storedOrder(id)}`;
    await started.api.sql`
      update payment_attempts set state = 'confirming', next_check_at = 'epoch' where workspace_id = ${of.workspace.id}`;
    expect((await of.order([of.registration(name)])).json).toMatchObject({
      code: "already_ordered",
      orderId: id,
    });
    expect((await stranger.order([stranger.registration(name)])).json.code).toBe("name_unavailable");
  });
});

describe("a page that is paid after its order was replaced", () => {
  it("is returned in full, never counts as received, and is marked for the operator", async () => {
    const of = await started.newCustomer();
    const name = newName();
    const old = (await of.order([of.registration(name)], { hosted: true })).json;
    // The page was paid in the instant in which another process ended it.
    await started.api.sql`
      update orders set state = 'cancelled', cancels_at = null where id = ${storedOrder(old.id)}`;
    await started.api.sql`
      update order_lines set state = 'failed', failure = '{"code":"order_replaced","message":""}'
      where order_id = ${storedOrder(old.id)}`;
    await enterCard(old.paymentUrl);
    await until("the refund is stored", async () => (await of.refunds()).length > 0);
    await started.runSweep("refunds");
    expect(await of.refunds()).toEqual([
      { state: "succeeded", reason: "order_canceled", amountCents: old.totalCents },
    ]);
    const [payment] = await started.api.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, storedOrder(old.id)));
    expect(payment).toMatchObject({ status: "pending", receivedAt: null, lateChargeAt: expect.any(Date) });
    expect((await of.readOrder(old.id)).state).toBe("cancelled");
    const events = await started.api.sql`select type from events where workspace_id = ${of.workspace.id}`;
    expect(events).toEqual([]);
    const receipts = await started.api
      .sql`select number from receipts where workspace_id = ${of.workspace.id}`;
    expect(receipts).toEqual([]);
  });
});
