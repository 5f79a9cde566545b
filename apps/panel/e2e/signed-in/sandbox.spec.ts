import { expect, test } from "@playwright/test";

test("the sandbox's clock is advanced from the strip, and dates follow it", async ({ page }) => {
  await page.goto("/domains/tidecharts.io");
  await page.getByRole("button", { name: /^clock/ }).click();
  await page.getByLabel("Days to advance").fill("2");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^clock \+2 days/ })).toBeVisible();
  await page.goto("/domains?q=juniper");
  await expect(page.getByRole("row").nth(1)).toContainText(/in [3-5] days/);
});

test("the theme that a person chooses stays", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/domains");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});
