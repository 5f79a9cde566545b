import path from "node:path";
import { test as base, type Page } from "@playwright/test";
import { signedInState } from "./installation.ts";

// What a server streams lies hidden in the page until React puts it in its place, which it may do a moment after the
// load: this is the list of what still waits for that.
declare const $RB: unknown[] | undefined;

/** Has `goto` and `reload` return when each part of the page is in its place, and there once. */
function waitForParts(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const arrived = () => page.waitForFunction(() => typeof $RB === "undefined" || $RB.length === 0);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await arrived();
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await arrived();
    return response;
  };
  return page;
}

const signedInFolders = ["signed-in", "every-page"];

/** Playwright's own, in whose browser every page waits for its parts, and which is signed in where the folder says so. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  storageState: async ({}, use, { file }) => {
    await use(signedInFolders.includes(path.basename(path.dirname(file))) ? signedInState : undefined);
  },
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        const newPage = context.newPage.bind(context);
        context.newPage = async () => waitForParts(await newPage());
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],
});
