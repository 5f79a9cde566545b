import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

test("the sandbox's clock is advanced from the strip, and dates follow it", async ({ page }) => {
  await page.goto("/domains/tidecharts.io");
  const distance = page.getByText(/^in \d+ days$/).first();
  const daysLeft = async () => Number((await distance.textContent())?.match(/\d+/)?.[0]);
  const before = await daysLeft();
  await page.getByRole("button", { name: /^clock/ }).click();
  await page.getByLabel("Days to advance").fill("2");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^clock \+\d+ days/ })).toBeVisible();
  await expect.poll(daysLeft).toBe(before - 2);
});

test("the theme that a person chooses stays", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/domains");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});
