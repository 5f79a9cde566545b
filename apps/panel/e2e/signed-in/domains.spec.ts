import { expect } from "@playwright/test";
import { foreignDomain } from "../support/installation.ts";
import { test } from "../support/test.ts";

const digest = "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17";

test("the list's filters and sort order are in the URL, which can be shared", async ({ page }) => {
  await page.goto("/domains");
  await page.getByLabel("Filter by name").fill("bäckerei");
  await expect(page.getByRole("status").filter({ hasText: /1 of \d+ match/ })).toBeVisible();
  await expect(page).toHaveURL(/q=b/);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("xn--bckerei-lindner-0kb.de")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("row").nth(1)).toContainText("bäckerei-lindner.de");
});

test("the list starts with the domains that expire first, and shows which of them need attention", async ({
  page,
}) => {
  await page.goto("/domains");
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("juniper-and-oak.com");
  await expect(first).toContainText(/Expires in [5-7] days/);
  await page
    .getByRole("main")
    .getByRole("button", { name: /need(s)? attention$/ })
    .click();
  await expect(page).toHaveURL(/attention=true/);
  await expect(first).toContainText("juniper-and-oak.com");
  await expect(page.getByRole("link", { name: "open-orchard.org" })).toHaveCount(0);
  await page.getByRole("link", { name: "juniper-and-oak.com" }).click();
  await expect(page).toHaveURL(/juniper-and-oak\.com$/);
  await expect(page.getByText(/^Expires in [5-7] days$/)).toBeVisible();
});

test("rows are focused, selected and opened with the keyboard", async ({ page }) => {
  await page.goto("/domains?sort=name");
  await expect(page.getByRole("row").nth(10)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar")).toContainText("1 selected");
  await page.getByRole("button", { name: "Copy names" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("copperline-studio.com");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "bäckerei-lindner.de" })).toBeVisible();
});

test("domains are selected on a phone too, one by one or all, and stay selected when the filter changes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/domains");
  await page.getByRole("checkbox", { name: "Select copperline-studio.com" }).check();
  await expect(page.getByRole("toolbar")).toContainText("1 selected");
  await expect(page).toHaveURL(/\/domains$/);
  await page.getByText("Select all").click();
  await expect(
    page.getByRole("toolbar").getByRole("button", { name: "Change", exact: true }),
  ).toBeInViewport();
  await expect(page.getByRole("checkbox", { checked: false })).toHaveCount(0);
  // A filter hides selected rows, but keeps them selected.
  const count = Number((await page.getByRole("toolbar").textContent())?.match(/^\d+/)?.[0]);
  await page.getByLabel("Filter by name").fill("copperline");
  await expect(page.getByRole("toolbar")).toContainText(`${count} selected, ${count - 1} not shown`);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("checkbox", { name: "Select copperline-studio.com" }).check();
  await page.getByLabel("Filter by name").fill("no domain has this name");
  await expect(page.getByRole("toolbar")).toContainText("1 selected, 1 not shown");
});

test("pages of objects that don't exist or belong to another workspace are a 404 with the navigation", async ({
  page,
}) => {
  for (const path of [
    `/domains/${foreignDomain}`,
    `/domains/${foreignDomain}/dnssec`,
    "/domains/not-registered.example.com",
    `/domains/${encodeURIComponent("not a name")}`,
    // Cut within a character, as some mail programs do with links.
    "/domains/%A0",
    "/webhooks/%E0%A4",
    "/mail/example.com%",
    "/domains/operations/dop_01k3v2m8q4f7x9b0c1d2e3f4g5",
    `/mail/${foreignDomain}`,
    "/webhooks/whe_01k3v2m8q4f7x9b0c1d2e3f4g5",
    "/settings/api-keys/unknown",
  ]) {
    // On a busy machine, a page can begin before the API has answered.
    await expect.poll(async () => (await page.goto(path))?.status(), { message: path }).toBe(404);
    await expect(page.getByRole("main").getByRole("heading", { name: "Not found" })).toBeVisible();
    await expect(
      page.getByRole("navigation").getByRole("link", { name: "Webhooks", exact: true }),
    ).toBeVisible();
  }
  const response = await page.goto("/invitations/unknown");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  expect((await page.goto("/invitations/%A0"))?.status()).toBe(404);
  // The finder reads the paths of pages that were opened before.
  await page.goto("/domains");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("an unknown path keeps the navigation", async ({ page }) => {
  // On a busy machine, a page can begin before the API has answered.
  await expect.poll(async () => (await page.goto("/nowhere/at-all"))?.status()).toBe(404);
  await page.getByRole("main").getByRole("link", { name: "Go to domains" }).click();
  await expect(page).toHaveURL(/\/domains$/);
  await page.goBack();
  await page.getByRole("navigation").getByRole("link", { name: "Mail", exact: true }).click();
  await expect(page).toHaveURL(/\/mail$/);
});

test("availability is shown with its price, and an invalid or unsupported name with the reason", async ({
  page,
}) => {
  await page.goto("/domains");
  await page.getByRole("link", { name: "Find a domain" }).click();
  await page.getByLabel("Domain name").fill("a-name-to-have.com");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  // The requested name comes first, followed by the other TLDs.
  const asked = page.getByRole("list", { name: "Names and prices" }).getByRole("listitem").first();
  await expect(asked).toContainText("a-name-to-have.com");
  await expect(asked.getByText("Available", { exact: true })).toBeVisible();
  await expect(asked.getByText(/\d\.\d\d a year/)).toBeVisible();
  await page.goto("/domains/search?q=taken-by-someone.com");
  await expect(asked.getByText("Taken", { exact: true })).toBeVisible();
  await page.goto("/domains/search?q=example.museum");
  await expect(
    page.getByRole("alert").filter({ hasText: "You can't register example.museum here" }),
  ).toBeVisible();
});

test("a DS record is validated field by field, published, recorded in the history, and removed", async ({
  page,
}) => {
  await page.goto("/domains/hofladen-brandt.de/dnssec");
  const form = page.getByRole("form", { name: "Add DS record" });
  await expect(page.getByText("Not protected.")).toBeVisible();
  await page.getByText("Enter fields").click();
  await page.getByRole("textbox", { name: "Key tag" }).fill("70000");
  await page.getByRole("textbox", { name: "Digest" }).fill("ABC");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Enter a number from 0 to 65535.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Key tag" })).toBeFocused();
  await page.getByRole("textbox", { name: "Key tag" }).fill("55648");
  await page.getByRole("textbox", { name: "Digest" }).fill(digest.toLowerCase());
  await expect(page.getByRole("region", { name: "Nameserver check" })).toContainText("Couldn't check");
  await page.getByRole("button", { name: "Publish without a check" }).click();
  await expect(page.getByText("13 · ECDSAP256SHA256", { exact: true })).toBeVisible();
  const chain = page.getByRole("region", { name: "Chain of trust" });
  await expect(chain.getByText("Couldn't check.", { exact: true })).toBeVisible();
  await chain.getByRole("button", { name: "Check again" }).click();
  await expect(chain.getByText("no nameserver responded")).toBeVisible();
  await expect(page.getByText("Protected.", { exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: "Add DS record" }).press("Enter");
  await expect(page.getByLabel("DS or DNSKEY record")).toBeFocused();
  await page.getByText("Enter fields").click();
  await page.getByRole("textbox", { name: "Key tag" }).fill("55648");
  await page.getByRole("textbox", { name: "Digest" }).fill(digest);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "already published" })).toBeVisible();

  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByText("DS record 55648 (ECDSAP256SHA256, SHA-256) published")).toBeVisible();
  await page.getByRole("link", { name: "DNSSEC" }).click();
  await page.getByRole("button", { name: "Remove DS record 55648" }).click();
  await expect(
    page.getByText("This is the last DS record. Without it, DNSSEC is off for hofladen-brandt.de."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Remove record" }).click();
  await expect(page.getByText("Not protected.")).toBeVisible();
  await expect(page.getByLabel("DS or DNSKEY record")).toBeFocused();
});

test("a pasted DNSKEY shows its DS record", async ({ page }) => {
  await page.goto("/domains/nordlicht-kaffee.eu/dnssec");
  const field = page.getByLabel("DS or DNSKEY record");
  await field.fill("nordlicht-kaffee.eu. IN A 192.0.2.1");
  await expect(page.getByText("Paste a DS or DNSKEY record")).toBeVisible();
  await field.fill(
    "nordlicht-kaffee.eu. IN DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==",
  );
  await expect(page.getByText("DNSKEY record, converted to a DS record")).toBeVisible();
  await page.getByRole("radio", { name: "SHA-384" }).check();
  await expect(page.getByText("4 · SHA-384")).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: /^Remove DS record/ }).click();
  await page.getByRole("button", { name: "Remove record" }).click();
  await expect(page.getByText("Not protected.")).toBeVisible();
});

test("the command menu finds places, domains and what can be done with them, and stays where it is", async ({
  page,
}) => {
  await page.goto("/webhooks");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByPlaceholder("Search or run a command");
  const results = page.getByRole("dialog");
  await field.fill("settings");
  await expect(results.getByRole("button", { name: /^People/ })).toBeVisible();
  const top = await field.evaluate((element) => element.getBoundingClientRect().top);
  await field.fill("renew lakeside");
  await expect(results.getByRole("button", { name: /^Renew lakeside-ceramics.com/ })).toBeVisible();
  expect(await field.evaluate((element) => element.getBoundingClientRect().top)).toBe(top);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Renew lakeside-ceramics.com" })).toBeVisible();
  await expect(page).toHaveURL(/\/domains\/lakeside-ceramics\.com$/);
  await page.getByRole("button", { name: "Cancel" }).click();

  // The page that was open before is at hand without typing.
  await page.goto("/domains");
  await expect(page.getByRole("row").nth(10)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(results.getByText("lakeside-ceramics.com", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(results).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(results).toHaveCount(0);
  // Both keys have to come within a second and a half.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expect(page).toHaveURL(/\/mail$/, { timeout: 10_000 });
  }).toPass();
});
