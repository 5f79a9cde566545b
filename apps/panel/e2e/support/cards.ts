import type { Page } from "@playwright/test";

type Entered = { number: string; expiry: string };

/** Saves a card on the hosted page of the sandbox's card processor, which then returns to the panel. */
export const saveCardOnHostedPage = (page: Page, card: Entered) => enterCard(page, card, "Save card");

/** Pays on such a page. The processor then returns to the panel, or the bank asks for a confirmation first. */
export const payOnHostedPage = (page: Page, card: Entered) => enterCard(page, card, /^Pay/);

async function enterCard(page: Page, { number, expiry }: Entered, button: string | RegExp) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill(expiry);
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Name on the card").fill("Ada Example");
  await page.getByRole("button", { name: button }).click();
}
