import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Checks a page against axe's rules, or some of them. */
export async function findNothingSerious(where: string, page: Page, rules?: string[]) {
  // Without frames, axe needs no second page, which would double its time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect({
    where,
    serious: serious.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) })),
  }).toEqual({ where, serious: [] });
}
