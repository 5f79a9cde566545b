import { type Page, selectors } from "@playwright/test";

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
    // Between two pages, a document may have no element at all.
    const page = document.documentElement as Element | null;
    return page === null || (isWhole && (typeof $RB === "undefined" || $RB.length === 0)) ? [] : [page];
  };
  return { query: () => queryAll()[0] ?? null, queryAll };
};

export const arrivingIn = (page: Page) => page.locator("arriving=page");

/** Makes `goto`, `reload`, actions and assertions wait until the page is in place. */
export async function waitForParts(page: Page): Promise<Page> {
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

export const registerArrival = () => selectors.register("arriving", arriving);
