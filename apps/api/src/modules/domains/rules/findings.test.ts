import { describe, expect, it } from "vitest";
import { AppError } from "../../../kernel/errors.ts";
import { createToProblem } from "../../../kernel/http/problem.ts";
import { checkPrice, emptyFindings, previewOf, throwIfRefused } from "./findings.ts";

const premium = { priceCents: 29_700, currency: "EUR", premium: true };

function findingsFor(price: typeof premium, expectedPriceCents: number | undefined) {
  const findings = emptyFindings();
  checkPrice(findings, price, expectedPriceCents);
  return findings;
}

function problemOf(findings: ReturnType<typeof findingsFor>) {
  try {
    throwIfRefused(findings);
  } catch (error) {
    if (error instanceof AppError) {
      return createToProblem("https://api.example.test")(error, "req_1");
    }
    throw error;
  }
  return undefined;
}

describe("checkPrice", () => {
  it("returns the current price as money and as data", () => {
    expect(problemOf(findingsFor(premium, 29_600))).toMatchObject({
      status: 409,
      code: "price_changed",
      detail: "The price is now 297.00 EUR. Nothing was changed.",
      priceCents: 29_700,
      currency: "EUR",
    });
  });

  it("returns the price of a premium name as money and as data if no price was confirmed", () => {
    const problem = problemOf(findingsFor(premium, undefined));
    expect(problem).toMatchObject({
      status: 422,
      code: "invalid_input",
      priceCents: 29_700,
      currency: "EUR",
    });
    expect(problem?.errors).toEqual([
      {
        pointer: "/expectedPriceCents",
        message: "Confirm the price of this premium name: it costs 297.00 EUR.",
      },
    ]);
    expect(problem).not.toHaveProperty("premium");
  });

  it("finds nothing if the price was confirmed or no confirmation is needed", () => {
    expect(problemOf(findingsFor(premium, 29_700))).toBeUndefined();
    expect(problemOf(findingsFor({ ...premium, premium: false }, undefined))).toBeUndefined();
  });

  it("returns the same text in a dry run", () => {
    const previewed = {
      kind: "renewal",
      domainName: "example.com",
      years: 1,
      priceCents: 29_700,
      currency: "EUR",
      expiresAt: null,
    } as const;
    expect(previewOf(findingsFor(premium, 1), previewed).problems).toEqual([
      { code: "price_changed", message: "The price is now 297.00 EUR. Nothing was changed.", pointer: null },
    ]);
  });
});
