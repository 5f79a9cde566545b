import { expect, type Page } from "@playwright/test";

/** Opens the account menu. */
export async function openPersonMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
}
