import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Customer,
  comYear,
  newName,
  starterYear,
  startOrders,
  totalOf,
} from "../../../../test/support/orders/start-orders.ts";
import { newId, publicId } from "../../../kernel/ids.ts";

let started: Awaited<ReturnType<typeof startOrders>>;
let customer: Customer;
beforeAll(async () => {
  started = await startOrders();
  customer = await started.newCustomer();
});
afterAll(() => started?.api[Symbol.asyncDispose]());

const preview = async (lines: object[]) =>
  (await customer.post("/trpc/orders.preview", { lines })).json?.result?.data;

describe("the preview of an order", () => {
  it("has the price and the tax of each line, and adds them up", async () => {
    const { workspace, registration, expiryOf } = customer;
    const [bought, held] = [newName(), await workspace.addDomain()];
    const quoted = await preview([
      registration(bought),
      { kind: "renewal", name: held, currentExpiresAt: await expiryOf(held) },
      { kind: "mail_plan", domainName: held, planSlug: "starter" },
    ]);
    const planSlug = null;
    expect(quoted).toEqual({
      dryRun: true,
      lines: [
        {
          kind: "registration",
          domainName: bought,
          years: 1,
          planSlug,
          ...comYear,
          expiresAt: expect.any(String),
        },
        { kind: "renewal", domainName: held, years: 1, planSlug, ...comYear, expiresAt: expect.any(String) },
        {
          kind: "mail_plan",
          domainName: held,
          years: 1,
          planSlug: "starter",
          ...starterYear,
          expiresAt: expect.any(String),
        },
      ],
      totalCents: totalOf(comYear, comYear, starterYear),
      taxCents: comYear.taxCents * 2 + starterYear.taxCents,
      currency: "EUR",
      problems: [],
      warnings: [
        {
          code: "no_nameservers",
          message: "The domain won't resolve until you add nameservers.",
          pointer: "/lines/0",
        },
      ],
    });
  });

  it("points at the lines that can't be bought, and adds up the others", async () => {
    const stranger = await (await started.api.createWorkspace()).addDomain();
    const { registration } = customer;
    const name = newName();
    const quoted = await preview([
      registration(name),
      registration(`taken-${name}`),
      { kind: "renewal", name: stranger, currentExpiresAt: "2030-01-01T00:00:00.000Z" },
      registration(name),
      { kind: "mail_plan", domainName: stranger, planSlug: "pro" },
      registration(newName(), { contacts: { registrantId: publicId("con", newId()) } }),
    ]);
    const codes = quoted.problems.map(({ code, pointer }: { code: string; pointer: string | null }) => [
      code,
      pointer,
    ]);
    expect(codes).toEqual([
      ["domain_unavailable", "/lines/1"],
      ["not_found", "/lines/2/name"],
      ["invalid_input", "/lines/3/name"],
      ["not_found", "/lines/4/domainName"],
      ["invalid_input", "/lines/5/contacts/registrantId"],
    ]);
    expect(quoted.lines.map(({ priceCents }: { priceCents: number | null }) => priceCents)).toEqual([
      comYear.priceCents,
      null,
      null,
      comYear.priceCents,
      null,
      comYear.priceCents,
    ]);
  });

  it("prices the other lines if a registry fails for one, and a real order isn't placed", async () => {
    const { registration } = customer;
    const lines = [registration(newName()), registration(newName())];
    const failOnce = () =>
      started.api.registry.injectFault({ kind: "answer", command: "domain:check", code: 2400 });
    failOnce();
    const quoted = await preview(lines);
    expect(quoted.problems).toHaveLength(1);
    expect(quoted.problems[0]).toMatchObject({
      code: "registry_failed",
      pointer: expect.stringMatching(/^.lines.[01]$/),
    });
    expect(quoted.totalCents).toBe(totalOf(comYear));
    failOnce();
    const placed = await customer.post("/orders", { lines });
    expect([placed.status, placed.json.code]).toEqual([503, "registry_failed"]);
  });

  it("sells mail with a domain that the same order registers, and not without it", async () => {
    const name = newName();
    const plan = { kind: "mail_plan", domainName: name, planSlug: "starter" };
    expect((await preview([customer.registration(name), plan])).problems).toEqual([]);
    expect((await preview([plan])).problems).toMatchObject([{ code: "not_found" }]);
  });

  it("asks no one to confirm the price of a premium name before it is shown", async () => {
    const quoted = await preview([customer.registration(`premium-${newName()}`)]);
    expect(quoted.problems).toEqual([]);
    expect(quoted.lines[0].priceCents).toBeGreaterThan(comYear.priceCents);
  });
});
