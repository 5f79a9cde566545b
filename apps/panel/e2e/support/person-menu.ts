import { expect, type Page } from "@playwright/test";

/** Opens the menu at the top. A click that comes before the page has come to life is lost, so it is made again. */
export async function openPersonMenu(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole("button", { name: /theme and sign out/ }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
