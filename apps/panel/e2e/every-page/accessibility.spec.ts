import { expect } from "@playwright/test";
import { findNothingSerious } from "../support/axe.ts";
import { watchPolicy } from "../support/policy.ts";
import { test } from "../support/test.ts";

// Each call to the page contains axe's source, and a trace would store it a hundred times.
test.use({ trace: "off", screenshot: "only-on-failure" });

const pages = [
  "/domains",
  "/domains/search",
  "/domains/search?q=a-name-to-have.com",
  "/domains/search?q=premium-tea",
  "/domains/register",
  "/domains/register?name=new-orchard.com",
  "/domains/transfer?name=moving-in.com",
  "/domains/operations",
  "/contacts",
  "/domains/juniper-and-oak.com",
  "/domains/juniper-and-oak.com/nameservers",
  "/domains/juniper-and-oak.com/contacts",
  "/domains/open-orchard.org/dnssec",
  "/domains/hofladen-brandt.de/dnssec",
  "/domains/open-orchard.org/history",
  "/domains/nobody-has-this.com",
  "/webhooks",
  "/webhooks/new",
  "/mail",
  "/mail/activate",
  "/mail/pocketledger.dev",
  "/settings",
  "/settings/security",
  "/settings/api-keys",
  "/settings/api-keys/new",
  "/settings/audit-log",
  "/settings/people",
  "/settings/workspace",
  "/sandbox/outbox",
  "/auth/2fa-verify",
];

/** The rules that depend on the theme; the others ignore colors. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

test("axe finds nothing serious on any page, wide or narrow, light or dark, and the page's policy refuses nothing", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const refused = await watchPolicy(page);
  for (const path of pages) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(path);
    await expect(
      page
        .getByRole("heading", { level: 1 })
        .or(page.getByRole("heading", { name: "Not found" }))
        .first(),
    ).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page).toHaveTitle(/Zonepost$/);
    expect({ path, refused }).toEqual({ path, refused: [] });
    // A mail may run no script, so axe can't inspect the frame that shows it, and would wait indefinitely.
    for (const frame of await page.locator("iframe").all()) {
      await frame.evaluate((element) => element.remove());
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
      await findNothingSerious(`${path} at ${width} pixels, light`, page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
      await findNothingSerious(`${path} at ${width} pixels, dark`, page, rulesOfColour);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect({ path, width, overflow }).toEqual({ path, width, overflow: 0 });
    }
    // Axe inserts its own scripts, whose violations of the policy don't count.
    refused.length = 0;
  }
});
