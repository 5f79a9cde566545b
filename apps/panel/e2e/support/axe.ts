import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Half of the size of `axe.source`, which each page has to receive and to read. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe once per page. A color that fades to another would be judged halfway, so it may not fade. */
async function loadAxe(page: Page) {
  if (await page.evaluate(() => "axe" in window)) {
    return;
  }
  await page.evaluate(source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Checks a page against axe's rules. Frames are left out. */
async function findViolations(page: Page) {
  await loadAxe(page);
  return await page.evaluate(
    async (options) => {
      const { axe: loaded } = window as unknown as { axe: { run: typeof axe.run } };
      const result = await loaded.run(options);
      return result.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        html: nodes.map((node) => node.html),
      }));
    },
    {
      iframes: false,
      resultTypes: ["violations"],
      // It takes half of the time, and every page has the same landmarks.
      rules: { region: { enabled: false } },
    } satisfies axe.RunOptions,
  );
}

/** Also nothing minor. */
export async function findNoViolation(where: string, page: Page) {
  expect({ where, violations: await findViolations(page) }).toEqual({ where, violations: [] });
}

export async function findNothingSerious(where: string, page: Page) {
  const violations = await findViolations(page);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect({ where, serious }).toEqual({ where, serious: [] });
}
