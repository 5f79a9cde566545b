import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Holds a page as it is now against axe's rules, or against some of them. */
export async function findNothingSerious(where: string, page: Page, rules?: string[]) {
  // No page has a frame to look into, for which axe would open a second page each time, at twice the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect({
    where,
    serious: serious.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) })),
  }).toEqual({ where, serious: [] });
}
