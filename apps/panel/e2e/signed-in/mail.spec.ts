import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

test("mail is activated, and an account's password is shown once", async ({ page }) => {
  await page.goto("/domains/pocketledger.dev");
  await page.getByRole("link", { name: "Activate mail" }).click();
  await expect(page.getByRole("combobox", { name: "Domain" })).toHaveValue("pocketledger.dev");
  await page.getByRole("radio", { name: "Starter" }).check();
  await page.getByRole("button", { name: "Activate mail" }).click();
  await expect(page).toHaveURL(/\/mail\/pocketledger\.dev$/);
  const tabs = page.getByRole("navigation", { name: "Mail sections" });
  await tabs.getByRole("link", { name: "DNS" }).click();
  const dkim = page.getByRole("region", { name: "DKIM keys" });
  await expect(dkim).toContainText("._domainkey.pocketledger.dev");
  await expect(dkim).toContainText("v=DKIM1; k=rsa; p=");

  await tabs.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByLabel("Address", { exact: true }).fill("Not@Allowed");
  await page.getByLabel("Name", { exact: true }).fill("Info Desk");
  await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText(/Use letters, digits and/)).toBeVisible();
  await page.getByLabel("Address", { exact: true }).fill("info");
  await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
  const password = (await page.getByRole("region", { name: "Password" }).locator("pre").textContent()) ?? "";
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

  await tabs.getByRole("link", { name: "Aliases" }).click();
  await page.getByRole("button", { name: "Add alias" }).click();
  await page.getByLabel("From").fill("sales");
  await page.getByLabel("To", { exact: true }).fill("someone@example.org");
  await page.getByRole("dialog").getByRole("button", { name: "Add alias" }).click();
  const aliases = page.getByRole("table", { name: "Aliases" });
  await expect(aliases).toContainText("sales@pocketledger.dev");
  await expect(aliases).toContainText("External");
  await tabs.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("1 of 5 accounts").first()).toBeVisible();
});

test("another workspace's domain has no mail page", async ({ page }) => {
  await page.goto("/mail/granite-legal.com");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});
