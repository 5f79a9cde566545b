import { expect } from "@playwright/test";
import { findNothingSerious } from "../support/axe.ts";
import { linkIn, mailTo, newAddress } from "../support/people.ts";
import { test } from "../support/test.ts";

test("mail is activated, and an account's password is shown once", async ({ page, browser }) => {
  await page.goto("/domains/pocketledger.dev");
  await page.getByRole("link", { name: "Activate mail" }).click();
  await expect(page.getByRole("combobox", { name: "Domain" })).toHaveValue("pocketledger.dev");
  await page.getByRole("radio", { name: "Starter" }).check();
  await page.getByRole("button", { name: "Activate mail" }).click();
  const first = page.getByRole("dialog", { name: "Add account" });
  await expect(first.getByLabel("Address", { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/mail\/pocketledger\.dev$/);
  await first.getByRole("button", { name: "Cancel" }).click();
  const tabs = page.getByRole("navigation", { name: "Mail sections" });
  await tabs.getByRole("link", { name: "DNS" }).click();
  const dkim = page.getByRole("region", { name: "DKIM keys" });
  await expect(dkim).toContainText("._domainkey.pocketledger.dev");
  await expect(dkim).toContainText("v=DKIM1; k=rsa; p=");
  await expect(page.getByRole("list", { name: "Records" })).toContainText("pocketledger.dev");
  await page.getByRole("button", { name: "Create link" }).click();
  const sharedLink = (await page.locator("pre", { hasText: "/mail-dns#token=" }).textContent()) ?? "";
  await findNothingSerious("DNS records", page);
  const shared = await browser.newPage();
  await shared.goto(sharedLink);
  await expect(shared.getByRole("list", { name: "Records" })).toContainText("pocketledger.dev");
  await findNothingSerious("shared DNS records", shared);
  await shared.close();

  await tabs.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByLabel("Address", { exact: true }).fill("Not@Allowed");
  await page.getByLabel("Name", { exact: true }).fill("Info Desk");
  await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText(/Use letters, digits and/)).toBeVisible();
  await page.getByLabel("Address", { exact: true }).fill("info");
  await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
  const password =
    (await page
      .getByRole("region", { name: "Password for info@pocketledger.dev" })
      .locator("pre")
      .textContent()) ?? "";
  expect(password.length).toBeGreaterThanOrEqual(12);
  await expect(page.getByText("Mail programs can't be set up yet")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  const accounts = page.getByRole("table", { name: "Accounts" });
  await expect(accounts).toContainText("info@pocketledger.dev");
  await expect(tabs.getByRole("link", { name: "Accounts 1" })).toBeVisible();
  await expect(page.getByText(password)).toHaveCount(0);

  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByLabel("Address", { exact: true }).fill("info");
  await page.getByLabel("Name", { exact: true }).fill("Again");
  await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "info@pocketledger.dev is already in use by an account" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  await accounts.getByRole("link", { name: "info@pocketledger.dev" }).click();
  await page.getByRole("button", { name: "Add app password" }).click();
  await page.getByLabel("Label", { exact: true }).fill("Phone");
  await page.getByRole("dialog").getByRole("button", { name: "Add app password" }).click();
  await expect(
    page.getByRole("region", { name: "Password for info@pocketledger.dev" }).locator("pre"),
  ).toHaveText(/^(\w{4}-){5}\w{4}$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table", { name: "App passwords" })).toContainText("Phone");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/Restore the account before/)).toBeVisible();
  await tabs.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("table", { name: "Deleted accounts" }).getByRole("link").click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();

  await tabs.getByRole("link", { name: "Aliases" }).click();
  await page.getByRole("button", { name: "Add alias" }).click();
  await page.getByLabel("From").fill("sales");
  const external = newAddress("forwarded");
  await page.getByLabel("To", { exact: true }).fill(external);
  await page.getByRole("dialog").getByRole("button", { name: "Add alias" }).click();
  const aliases = page.getByRole("table", { name: "Aliases" });
  await expect(aliases).toContainText("sales@pocketledger.dev");
  await expect(aliases).toContainText("Waiting for confirmation");

  // The owner of the address has no account, and may read mail on a phone.
  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const link = linkIn(await mailTo(external, "forwarding_confirmation"));
  await visitor.goto(link);
  await expect(visitor.getByText("sales@pocketledger.dev", { exact: true })).toBeVisible();
  await expect(aliases).toContainText("Waiting for confirmation");
  await findNothingSerious("forwarding", visitor);
  await visitor.getByRole("button", { name: "Confirm forwarding" }).click();
  await expect(visitor.getByRole("heading", { name: "Mail is forwarded to you" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("button", { name: "Stop forwarding to this address" })).toBeVisible();
  await visitor.close();

  await page.reload();
  await expect(aliases).toContainText(external);
  await expect(aliases).not.toContainText("Waiting for confirmation");
  await page.getByRole("button", { name: "Actions for sales@pocketledger.dev" }).click();
  await page.getByRole("menuitem", { name: "Edit alias" }).click();
  await page.getByLabel("To", { exact: true }).fill("info@pocketledger.dev, wrong");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("wrong: Enter an email address")).toBeVisible();
  await findNothingSerious("edit alias", page);
  await page.getByLabel("To", { exact: true }).fill("info@pocketledger.dev\nshop@pocketledger.dev");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(aliases).toContainText("shop@pocketledger.dev");
  await expect(aliases).not.toContainText(external);
  await page.getByRole("button", { name: "Actions for sales@pocketledger.dev" }).click();
  await page.getByRole("menuitem", { name: "Delete alias" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete alias" }).click();
  await expect(page.getByText("No aliases yet")).toBeVisible();
  await tabs.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("1 of 5 accounts").first()).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Deactivate mail" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^1 account can't sign in/)).toBeVisible();
  await dialog.getByLabel("Type pocketledger.dev to confirm").fill("pocketledger.dev");
  await dialog.getByRole("button", { name: "Deactivate mail" }).click();
  await expect(page.getByText(/All accounts are erased with their mail on/)).toBeVisible();
  await page.goto("/domains/pocketledger.dev");
  await expect(page.getByText("Deactivated", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Open mail" }).click();
  await page.getByRole("button", { name: "Reactivate mail" }).click();
  await expect(page.getByRole("button", { name: "Reactivate mail" })).toBeHidden();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
});

test("another workspace's domain has no mail page", async ({ page }) => {
  await page.goto("/mail/granite-legal.com");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});
