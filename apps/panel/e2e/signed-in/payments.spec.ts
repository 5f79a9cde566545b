import { expect } from "@playwright/test";
import { findNothingSerious } from "../support/axe.ts";
import { payOnHostedPage, saveCardOnHostedPage } from "../support/cards.ts";
import { berlin, makeContact } from "../support/contacts.ts";
import { newName } from "../support/domains.ts";
import { asDemoOwner, makePerson, newAddress, password, removePeople } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";
import { test } from "../support/test.ts";

// Removing a card requires confirmation, which changes the session's token; the other tests share the demo owner's.
test.use({ storageState: { cookies: [], origins: [] } });

test("a card is added on the processor's page, made the default, and removed after a confirmation", async ({
  browser,
}) => {
  const owner = await asDemoOwner();
  const email = newAddress("bill");
  const person = await makePerson(owner, { email, role: "billing", name: "Bill" });
  const page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
  const cards = page.getByRole("region", { name: "Saved cards" });
  const visa = cards.getByRole("row", { name: "Visa ending in 4242" });
  const mastercard = cards.getByRole("row", { name: "Mastercard ending in 4444" });
  const actions = page.getByRole("button", { name: "Actions for Mastercard ending in 4444" });

  await page.goto("/settings");
  await page.getByRole("link", { name: "Payments" }).first().click();
  await expect(visa.getByText("Default")).toBeVisible();
  await page.getByRole("button", { name: "Add card" }).click();
  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await expect(page.getByText("You left the page before a card was saved.")).toBeVisible();
  await expect(page).toHaveURL(/\/payments$/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Add card" }).focus();
  await page.keyboard.press("Enter");
  await saveCardOnHostedPage(page, { number: "5555 5555 5555 4444", expiry: "08 / 2034" });
  await expect(page.getByText("Mastercard ending in 4444 was added")).toBeVisible();
  await expect(page).toHaveURL(/\/payments$/);
  await expect(mastercard).toContainText("08/2034");
  await expect(mastercard.getByText("Default")).toHaveCount(0);

  await actions.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Make default" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(mastercard.getByText("Default")).toBeVisible();
  await expect(visa.getByText("Default")).toHaveCount(0);

  await askForStepUp(page, "payments.methods.delete");
  await actions.click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Mastercard ending in 4444?" });
  await expect(dialog.getByText("Visa ending in 4242 becomes the default.")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove card" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
  await confirmation.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(mastercard).toHaveCount(0);
  await expect(visa.getByText("Default")).toBeVisible();

  await page.context().close();
  await person.dispose();
  await removePeople(owner, email);
  await owner.dispose();
});

test("a basket is paid on the processor's page once the bank has confirmed it, followed and refunded, at both widths", async ({
  browser,
}) => {
  const owner = await asDemoOwner();
  const email = newAddress("mara");
  const person = await makePerson(owner, { email, role: "admin", name: "Mara" });
  await makeContact(berlin);
  const page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const names = [newName("basket"), newName("basket")];
    await page.goto(`/domains/search?q=${names.join("+")}`);
    for (const name of names) {
      await page.getByRole("button", { name: `Add to basket: ${name}` }).click();
    }
    // Closing the browser's page loses nothing.
    await page.reload();
    await page.getByRole("link", { name: "Basket, 2 domains" }).click();
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary.getByRole("button", { name: /^Order for/ })).toBeEnabled();
    await page.getByLabel(`Mail plan for ${names[0]}`).selectOption("starter");
    await summary.getByRole("button", { name: "Change the card" }).click();
    await summary.getByRole("radio", { name: /Another card/ }).click();
    const order = summary.getByRole("button", { name: /^Order and pay/ });
    await expect(order).toBeEnabled();
    await findNothingSerious(`the basket at ${width} pixels`, page);
    await order.focus();
    await page.keyboard.press("Enter");
    await payOnHostedPage(page, { number: "4000 0025 0000 3155", expiry: "08 / 2034" });
    await page.getByRole("button", { name: "Approve" }).click();

    await expect(page).toHaveURL(/\/payments\/orders\/ord_/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${names[0]} and 1 more`);
    await expect(page.getByText("Everything in this order is done.")).toBeVisible();
    await expect(page.getByText("Mail is active")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Basket/ })).toHaveCount(0);

    await page.getByRole("link", { name: "Open payment" }).click();
    const cooldown = page.getByRole("region", { name: "20-day cooldown" });
    await expect(cooldown).toContainText("Will be confirmed in 20 days, on ");
    await page.getByRole("link", { name: "Receipt" }).click();
    await expect(page.getByRole("article", { name: /^Receipt \d+$/ })).toContainText(names[0] ?? "");
    await page.goBack();
    await page.getByRole("button", { name: "Refund", exact: true }).press("Enter");
    const refund = page.getByRole("dialog", { name: "Refund this payment" });
    await refund.getByLabel("Type 2 domains to confirm the deletion").fill("2 domains");
    await page.keyboard.press("Enter");
    await expect(refund).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Refunds" })).toContainText("The domain was deleted");
    // The mail plan is the operator's to refund.
    await expect(cooldown).toContainText("Will be confirmed in 20 days, on ");
    await expect(page.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);
  }
  await page.context().close();
  await person.dispose();
  await removePeople(owner, email);
  await owner.dispose();
});
