import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { minimumChargeCents } from "../../../adapters/stripe/minimum-charges.ts";
import { ConfigFileError } from "../../../kernel/config-file.ts";
import { fixedPrices, mailPlanPrices, markup, markupRow, priceListFile } from "./price-list.ts";
import { missingFixedPrices, type TldToPrice } from "./price-policy.ts";
import { readPriceList } from "./read-price-list.ts";

const mailPlans = { starter: 1200, pro: 4800, business: 18_000 };
const costs = { registerYearCents: 600, renewYearCents: 600, transferCents: 0, restoreCents: 4000 };
const com: TldToPrice = { tld: "com", currency: "EUR", costs: null };
const be: TldToPrice = { tld: "be", currency: "EUR", costs };
const us: TldToPrice = { tld: "us", currency: "USD", costs: null };

const problemsOf = (file: unknown, onOffer: readonly TldToPrice[] = [com]): string[] => {
  try {
    readPriceList(typeof file === "string" ? file : JSON.stringify(file), onOffer, minimumChargeCents);
    return [];
  } catch (error) {
    if (error instanceof ConfigFileError) {
      return error.message.split("\n");
    }
    throw error;
  }
};

describe("readPriceList", () => {
  it.each<[file: unknown, problem: string]>([
    [{ mailPlans }, "currency: must be set"],
    [{ currency: "EUR" }, "mailPlans: must be set"],
    [{ currency: "EUR", mailPlans: { starter: 1, pro: 2 } }, "mailPlans.business: must be set"],
    [{ currency: "EUR", mailPlans, taxPercent: 19.0001 }, "taxPercent: must have at most three decimals"],
    [
      { currency: "EUR", mailPlans, taxPercentByCountry: { DE: 101 } },
      "taxPercentByCountry.DE: must be 0 to 100",
    ],
    [
      { currency: "EUR", mailPlans, taxPercentByCountry: { Germany: 19 } },
      "taxPercentByCountry.Germany: must be a country code, such as DE",
    ],
    [
      { currency: "EUR", mailPlans, tlds: { "co.uk": {} } },
      "tlds.co.uk: must be a top-level domain in ASCII, such as com",
    ],
    [{ currency: "EUR", mailPlans, vat: 19 }, "vat: is not a field"],
    [{ currency: "EUR", mailPlans, default: { factor: 0 } }, "default.factor: must be more than 0"],
    [
      { currency: "EUR", mailPlans, default: { factor: 1.00001 } },
      "default.factor: must have at most four decimals",
    ],
    [
      { currency: "EUR", mailPlans, tlds: { com: { renew: { addCents: 1.5 } } } },
      "tlds.com.renew.addCents: must be a whole number of cents",
    ],
    [
      { currency: "EUR", mailPlans, tlds: { com: { rounding: { stepCents: 10, endingCents: 10 } } } },
      "tlds.com.rounding.endingCents: must be below stepCents",
    ],
    [
      { currency: "EUR", mailPlans, tlds: { com: { fixed: { createCents: 900 } } } },
      "tlds.com.fixed.createCents: is not a field",
    ],
    [
      { currency: "EUR", mailPlans, tlds: { com: { fixed: { renewYearCents: 49 } } } },
      "tlds.com.fixed.renewYearCents: must be 0, or at least 50, the smallest amount that can be charged in EUR",
    ],
    [
      { currency: "CZK", mailPlans: { ...mailPlans, pro: 1499, starter: 0 } },
      "mailPlans.pro: must be 0, or at least 1500, the smallest amount that can be charged in CZK",
    ],
  ])("names the row and the field of %j", (file, problem) => {
    expect(problemsOf(file, [])).toContainEqual(problem);
  });

  it("takes prices of 0, and those that the processor can just charge", () => {
    const fixed = { registerYearCents: 50, transferCents: 0 };
    expect(problemsOf({ currency: "EUR", mailPlans, tlds: { com: { fixed } } })).toEqual([]);
  });

  it("refuses a text that isn't JSON, and a currency without cents", () => {
    expect(problemsOf("{")).toEqual([expect.stringMatching(/^must be JSON: /)]);
    for (const currency of ["JPY", "eur", "constructor"]) {
      expect(problemsOf({ currency, mailPlans })).toEqual([
        expect.stringMatching(/^currency: must be one of AED, .*EUR, .*USD, ZAR$/),
      ]);
    }
  });

  it("requires fixed prices where the registry sends no fees, and names the row to add", () => {
    const list = { currency: "EUR", mailPlans, default: { factor: 2 } };
    expect(problemsOf(list, [com, be])).toEqual([
      '.be is on offer and its registry sends no fees; add to "tlds": "be": { "fixed": { "registerYearCents": 1200, "renewYearCents": 1200, "transferCents": 0, "restoreCents": 8000 } }',
    ]);
    const fixed = { registerYearCents: 1200, renewYearCents: 1200, transferCents: 0 };
    expect(problemsOf({ ...list, tlds: { be: { fixed } } }, [be])).toEqual([
      '.be is on offer and its registry sends no fees; add to "tlds": "be": { "fixed": { "restoreCents": 8000 } }',
    ]);
    expect(
      problemsOf({ ...list, tlds: { be: { fixed: { ...fixed, restoreCents: 1 } } } }, [be]),
    ).toHaveLength(1);
    expect(problemsOf({ ...list, tlds: { be: { fixed: { ...fixed, restoreCents: 50 } } } }, [be])).toEqual(
      [],
    );
  });

  it("requires fixed prices where the registry has another currency", () => {
    expect(problemsOf({ currency: "EUR", mailPlans }, [us])).toEqual([
      '.us is on offer and its registry charges in USD; add to "tlds": "us": { "fixed": { "registerYearCents": …, "renewYearCents": …, "transferCents": …, "restoreCents": … } }',
    ]);
    expect(problemsOf({ currency: "USD", mailPlans }, [us])).toEqual([]);
  });
});

it("names only renewals and restores of a TLD that is no longer on offer", () => {
  const list = readPriceList(JSON.stringify({ currency: "EUR", mailPlans }), [], minimumChargeCents);
  expect(
    missingFixedPrices(list, [
      { ...us, isHeldOnly: true },
      { ...com, isHeldOnly: true },
    ]),
  ).toEqual([
    '.us has domains and its registry charges in USD; add to "tlds": "us": { "fixed": { "renewYearCents": …, "restoreCents": … } }',
  ]);
});

it("has a row in docs/price-list.md for each field, and none for others", () => {
  const text = readFileSync(new URL("../../../../../../docs/price-list.md", import.meta.url), "utf8");
  const documented = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, field]) => field);
  const fields = [
    ...Object.keys(priceListFile(minimumChargeCents).shape),
    "fixed",
    ...Object.keys(markupRow.shape),
    ...Object.keys(markup.shape.rounding.unwrap().shape),
    ...Object.keys(fixedPrices.shape),
    ...Object.keys(mailPlanPrices.shape),
  ];
  expect(documented.toSorted()).toEqual(fields.toSorted());
});
