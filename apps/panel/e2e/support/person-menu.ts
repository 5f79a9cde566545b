import { expect, type Page } from "@playwright/test";

/** Opens the account menu. A click before the page is interactive is lost, so it is repeated. */
export async function openPersonMenu(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole("button", { name: /theme and sign out/ }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
