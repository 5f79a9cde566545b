import { describe, expect, it } from "vitest";
import { newId, publicId } from "../../../kernel/ids.ts";
import { detailsOfOrder, readOrderDetails } from "./order-details.ts";
import type { OrderLineRow, OrderRow, OrderWithLines } from "./order-row.ts";

const [orderId, workspaceId, personId] = [newId(), newId(), newId()];

const lineOf = (domainName: string) => ({
  kind: "registration" as const,
  domainName,
  years: 1,
  planSlug: null,
  thing: `name:${domainName}`,
  input: { kind: "registration", name: domainName, years: 1, nameservers: [] },
  priceCents: 1188,
  taxCents: 226,
  isPremium: false,
});

function orderOf(lineCount: number): OrderWithLines {
  const order = {
    id: orderId,
    workspaceId,
    actor: { kind: "user", id: personId, name: "ada@people.test" },
    origin: "request",
    domainNames: null,
    taxCents: 226 * lineCount,
    taxPercent: "19",
  } as OrderRow;
  const lines = Array.from({ length: lineCount }, (_, index) => ({
    ...lineOf(`example-${index}.com`),
    id: newId(),
    secretEncrypted: "sealed",
  }));
  return { order, lines: lines as unknown as OrderLineRow[] };
}

describe("what the processor stores with a charge", () => {
  it.each([1, 2, 40])("says again what an order of %i lines bought", (count) => {
    expect(readOrderDetails({ ...detailsOfOrder(orderOf(count)), other: "kept" })).toEqual({
      order: publicId("ord", orderId),
      workspace: publicId("wsp", workspaceId),
      actor: { kind: "user", id: personId },
      origin: "request",
      domainNames: null,
      taxCents: 226 * count,
      taxPercent: "19",
      lines: Array.from({ length: count }, (_, index) => lineOf(`example-${index}.com`)),
    });
  });

  it.each([1, 40, 200])("keeps to Stripe's limits, with %i lines too", (count) => {
    const entries = Object.entries({ ...detailsOfOrder(orderOf(count)), payment: "pay_" });
    expect(entries.length).toBeLessThanOrEqual(50);
    for (const [key, value] of entries) {
      expect(key.length).toBeLessThanOrEqual(40);
      expect(value.length).toBeLessThanOrEqual(500);
    }
  });

  it("has no name of a person and no secret", () => {
    expect(JSON.stringify(detailsOfOrder(orderOf(2)))).not.toMatch(/ada@people|sealed/);
  });

  it.each<[string, Record<string, string>]>([
    ["an earlier version", {}],
    ["another program", { order: "17", bought_0: "no JSON" }],
    ["a long order", detailsOfOrder(orderOf(200))],
    ["a part that is missing", { ...detailsOfOrder(orderOf(40)), bought_1: "" }],
  ])("doesn't say it for %s", (_, stored) => {
    expect(readOrderDetails(stored)).toBeUndefined();
  });
});
