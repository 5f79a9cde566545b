import type { Page } from "@playwright/test";

/** Saves a card on the hosted page of the sandbox's card processor, which then returns to the panel. */
export async function saveCardOnHostedPage(
  page: Page,
  { number, expiry }: { number: string; expiry: string },
) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill(expiry);
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on the card").fill("Ada Example");
  await page.getByRole("button", { name: "Save card" }).click();
}
