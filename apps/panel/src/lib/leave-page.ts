const leavesWithinMs = 10_000;

/** Until the browser has left this page, unless it can't leave or shows the page again as it was. */
export const leavePage = (url: string) =>
  new Promise<void>((resolve) => {
    window.addEventListener("pageshow", () => resolve(), { once: true });
    setTimeout(resolve, leavesWithinMs);
    window.location.assign(url);
  });
