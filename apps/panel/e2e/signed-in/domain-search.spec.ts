import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

test("a word is searched under every TLD with prices, and the URL can be shared", async ({ page }) => {
  await page.goto("/domains/search");
  const offers = page.getByRole("table", { name: "TLDs and prices" });
  await expect(offers.getByRole("row").filter({ hasText: ".io" })).toContainText("€39.90€45.90");
  await page.getByLabel("Domain name").fill("Bücherstube");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=B%C3%BCcherstube/);
  await expect(offers).toBeHidden();
  const results = page.getByRole("list", { name: "Names and prices" });
  await expect(results.getByRole("listitem")).toHaveCount(7);
  const com = results.getByRole("listitem").filter({ hasText: "bücherstube.com" });
  await expect(com).toContainText("xn--bcherstube-9db.com");
  await expect(com).toContainText("€11.88 a year");
  await expect(results.getByRole("listitem").filter({ hasText: "bücherstube.io" })).toContainText(
    "Renews at €45.90 a year",
  );
  await page.reload();
  await expect(results.getByRole("listitem")).toHaveCount(7);
  await com.getByRole("link", { name: "Register bücherstube.com" }).click();
  await expect(page).toHaveURL(/\/domains\/register\?name=xn--bcherstube-9db\.com$/);
});

test("premium, unavailable and unregistrable names are marked", async ({ page }) => {
  const results = page.getByRole("list", { name: "Names and prices" });
  const rowOf = (name: string) => results.getByRole("listitem").filter({ hasText: name });
  await page.goto("/domains/search?q=premium-tea.com");
  await expect(rowOf("premium-tea.com")).toContainText("Premium name");
  await expect(rowOf("premium-tea.com")).toContainText("€297.00 a year");
  await page.goto("/domains/search?q=taken-tea.com");
  await expect(rowOf("taken-tea.com")).toContainText("Already registered");
  await expect(rowOf("taken-tea.net").getByRole("link")).toHaveCount(0);
  const similar = page.getByRole("list", { name: "Similar names that are available" });
  await expect(similar.getByRole("listitem").first()).toContainText(".com");
  await rowOf("taken-tea.com").getByRole("link", { name: "Transfer taken-tea.com in" }).click();
  await expect(page.getByLabel("Domain name")).toHaveValue("taken-tea.com");
  // A Cyrillic letter among Latin ones.
  await page.goto(`/domains/search?q=${encodeURIComponent("b\u0430nk")}`);
  await expect(results.getByRole("listitem").first()).toContainText("mixes scripts");
  await expect(results.getByRole("link")).toHaveCount(0);
  await page.goto("/domains/search?q=%23%23");
  await expect(page.getByRole("alert").filter({ hasText: "isn't a domain name" })).toBeVisible();
});

test("a pasted URL is searched by its host, and a pasted list name by name", async ({ page }) => {
  const results = page.getByRole("list", { name: "Names and prices" }).getByRole("listitem");
  await page.goto("/domains/search");
  await page.getByLabel("Domain name").fill("https://www.taken-tea.com/shop");
  await page.keyboard.press("Enter");
  await expect(results.first()).toContainText("taken-tea.com");
  await expect(results.first().getByRole("link", { name: "Transfer taken-tea.com in" })).toBeVisible();
  await page.getByLabel("Domain name").fill("first-of-two.com, second-of-two.de");
  await page.keyboard.press("Enter");
  await expect(results).toHaveCount(2);
  await expect(results.last().getByRole("link", { name: "Register second-of-two.de" })).toBeVisible();
});
