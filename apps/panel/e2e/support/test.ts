import path from "node:path";
import { test as base, type Page } from "@playwright/test";
import { signedInState } from "./installation.ts";

// React inserts streamed content hidden and moves it into place shortly after the load. `$RB` lists the content that is
// still waiting.
declare const $RB: unknown[] | undefined;

/** Returns whether each part is in place, and React has taken over the controls: an earlier click would be lost. */
function isInteractive(): boolean {
  const isHydrated = (control: Element) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps$"));
  return (
    (typeof $RB === "undefined" || $RB.length === 0) &&
    [...document.querySelectorAll("main :is(a, button, input, select, textarea)")].every(isHydrated)
  );
}

/** Makes `goto` and `reload` wait until the page can be used. */
function waitForParts(page: Page): Page {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const arrived = () => page.waitForFunction(isInteractive);
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

/** Playwright's test, with pages that wait for their parts, and a session in folders that require one. */
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
