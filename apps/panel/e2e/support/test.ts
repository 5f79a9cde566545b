import path from "node:path";
import { test as base, type Page } from "@playwright/test";
import { zoneCookie } from "../../src/i18n/zone.ts";
import { arrivingIn, registerArrival, waitForParts } from "./arrival.ts";
import { panelUrl, signedInState } from "./installation.ts";
import { renewSignedInState } from "./people.ts";

/** Opens a page whose scripts, or only those with such a text, arrive when `release` is called, as on a slow network. */
export async function openWithoutScripts(page: Page, path: string, withText = "") {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let isHeld = true;
  await page.removeLocatorHandler(arrivingIn(page));
  await page.route("**/_next/static/**/*.js*", async (route) => {
    try {
      const response = isHeld && withText !== "" ? await route.fetch() : undefined;
      if (isHeld && (response === undefined || (await response.text()).includes(withText))) {
        await isReleased;
      }
      await (response ? route.fulfill({ response }) : route.continue());
    } catch (error) {
      // A script that is still on its way may outlive the test.
      if (isHeld) {
        throw error;
      }
    }
  });
  // `goto` ends once the page has been hydrated.
  const opened = page.goto(path);
  return {
    release: () => {
      isHeld = false;
      release();
      return opened;
    },
  };
}

const signedInFolders = ["signed-in", "every-page"];

/** Playwright's test, with pages that wait for their parts, and a session in folders that require one. */
export const test = base.extend<{ renewedState: undefined }>({
  renewedState: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      await renewSignedInState();
      await use(undefined);
    },
    { auto: true },
  ],
  storageState: async ({ renewedState: _ }, use, { file }) => {
    await use(signedInFolders.includes(path.basename(path.dirname(file))) ? signedInState : undefined);
  },
  browser: [
    async ({ browser }, use, { project }) => {
      await registerArrival();
      const newContext = browser.newContext.bind(browser);
      const zone = encodeURIComponent(project.use.timezoneId ?? "");
      browser.newContext = async (options) => {
        const context = await newContext(options);
        // As in a browser that was here before. In a new one, the first page requests itself again, and puts its address back.
        if (options?.storageState !== undefined) {
          await context.addCookies([{ name: zoneCookie, value: zone, url: options.baseURL ?? panelUrl }]);
        }
        const newPage = context.newPage.bind(context);
        context.newPage = async () => waitForParts(await newPage());
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],
});
