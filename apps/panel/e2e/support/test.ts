import path from "node:path";
import { test as base, type Page, selectors } from "@playwright/test";
import { zoneCookie } from "../../src/i18n/zone.ts";
import { panelUrl, signedInState } from "./installation.ts";
import { renewSignedInState } from "./people.ts";

// React inserts streamed content hidden and moves it into place shortly after the load. `$RB` lists the content that is
// still waiting.
declare const $RB: unknown[] | undefined;

/**
 * A selector engine for the page while a part isn't in place, or React hasn't hydrated it up to the mark at its end. Parts
 * with a script of their own are hydrated later: until then, a click on one of their controls is lost.
 */
const arriving = () => {
  // React marks an element before its part is hydrated, and forgets a part that has to wait. Such a part has one of these
  // flags, Placement or Hydrating, as in React's own `getNearestMountedFiber`.
  const unfinished = 2 | 4096;
  type Fiber = { alternate: Fiber | null; return: Fiber | null; flags: number };
  const isHydrated = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith("__reactFiber"));
    let fiber = key === undefined ? undefined : (element as unknown as Record<string, Fiber>)[key];
    const isKnown = fiber !== undefined;
    while (fiber && fiber.alternate === null && (fiber.flags & unfinished) === 0) {
      fiber = fiber.return ?? undefined;
    }
    return isKnown && (fiber === undefined || fiber.alternate !== null);
  };
  const queryAll = () => {
    const end = document.getElementById("page-end");
    // Mantine measures a growing text area with a hidden one, which isn't React's.
    const controls = document.querySelectorAll(":is(button, input, select, textarea):not([aria-hidden])");
    const isLoaded = document.readyState === "complete";
    const isWhole = isLoaded && (end === null || (isHydrated(end) && [...controls].every(isHydrated)));
    return isWhole && (typeof $RB === "undefined" || $RB.length === 0) ? [] : [document.documentElement];
  };
  return { query: () => queryAll()[0] ?? null, queryAll };
};

const arrivingIn = (page: Page) => page.locator("arriving=page");

/** Makes `goto`, `reload`, actions and assertions wait until the page is in place. */
async function waitForParts(page: Page): Promise<Page> {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const arrived = async () => {
    await arrivingIn(page).waitFor({ state: "hidden" });
    // React runs effects, such as listening for keys, in a task of their own.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
  };
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
  // Playwright itself waits until the page is no longer found.
  await page.addLocatorHandler(arrivingIn(page), async () => undefined);
  return page;
}

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
      await selectors.register("arriving", arriving);
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
