import type { Page } from "@playwright/test";

/** Collects violations of the page's policy, and uncaught errors. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`violation: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  page.on("console", (message) => {
    if (/violat|Content.Security.Policy|nonce|hydrat/i.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
