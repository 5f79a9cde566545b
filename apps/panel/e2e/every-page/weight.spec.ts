import { expect } from "@playwright/test";
import { pathOf, weigh, weighedPages } from "../../../../bench/page-weight.ts";
import { panelUrl, signedInState } from "../support/installation.ts";
import { test } from "../support/test.ts";

test("no page loads more compressed JavaScript than its budget", async ({ browser }) => {
  test.setTimeout(240_000);
  const over: string[] = [];
  for (const { path, budget, isSignedOut } of weighedPages) {
    // Explicit, because contexts of this folder are signed in by default.
    const storageState = isSignedOut ? { cookies: [], origins: [] } : signedInState;
    const options = { baseURL: panelUrl, storageState };
    const filled = await pathOf(browser, options, path);
    if (!filled) {
      continue;
    }
    const { script } = await weigh(browser, options, filled);
    expect(script).toBeGreaterThan(50_000);
    if (script > budget) {
      over.push(
        `${path}: ${script} bytes of JavaScript, budget ${budget}; \`npm run bench:panel\` says more`,
      );
    }
  }
  expect(over).toEqual([]);
});
