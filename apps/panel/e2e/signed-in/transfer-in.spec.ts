import { expect, type Page } from "@playwright/test";
import { findNothingSerious } from "../support/axe.ts";
import { berlin, makeContact } from "../support/contacts.ts";
import { test } from "../support/test.ts";

const authCode = "Moving-In-2026";

async function check(page: Page, name: string, code = authCode) {
  const { id } = await makeContact(berlin);
  await page.goto(`/domains/transfer?name=${name}`);
  await page.getByLabel("Auth code").fill(code);
  await page.getByLabel("Registrant").selectOption(id);
  await page.getByRole("button", { name: "Check transfer" }).click();
}

test("a transfer is checked, started, waits for the other registrar, and is canceled", async ({ page }) => {
  await check(page, "moving-in.net");
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("Adds a year");
  await summary.getByRole("button", { name: "Transfer for €13.92" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Incoming transfer of moving-in.net" }),
  ).toBeVisible();
  await expect(page.getByText(/The current registrar has until/)).toContainText(/in 5 days/);
  await page.reload();
  await findNothingSerious("a pending transfer", page);
  await page.getByRole("button", { name: "Cancel transfer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel transfer" }).click();
  await expect(page.getByText("The domain stays at its current registrar")).toBeVisible();
  await page.goto("/activity?q=moving-in.net");
  await expect(page.getByRole("row").filter({ hasText: "moving-in.net" }).first()).toContainText("Canceled");
});

test("a registry that transfers immediately completes the transfer at once", async ({ page }) => {
  await check(page, "moving-in.de");
  await page.getByRole("button", { name: "Transfer for €7.90" }).click();
  await expect(page.getByText("The domain has been transferred in.")).toBeVisible();
  await page.getByRole("link", { name: "Open domain" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "moving-in.de" })).toBeVisible();
});

test("a wrong code, a lock, a recent registration and an unregistered name are reported before the request", async ({
  page,
}) => {
  await check(page, "moving-in.com", "Not-The-Code-1");
  await expect(
    page.getByText("The auth code is wrong. Check it, or get a new one from the current registrar."),
  ).toBeVisible();
  await expect(page.getByLabel("Auth code")).toBeFocused();
  await check(page, "moving-in-locked.com");
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary.getByRole("alert")).toContainText("locked against transfers");
  await check(page, "moving-in-young.com");
  await expect(summary.getByRole("alert")).toContainText(/It can be transferred from \d+ \w+ \d{4}\./);
  await check(page, "cannot-move-this.com");
  await expect(page.getByText("This name isn't registered.")).toBeVisible();
  await check(page, "moving-in-signed.com");
  await expect(summary).toContainText("keeps its DS records");
});
