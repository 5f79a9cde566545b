import { expect } from "@playwright/test";
import { findNothingSerious } from "../support/axe.ts";
import { newName, register } from "../support/domains.ts";
import { asDemoOwner } from "../support/people.ts";
import { test } from "../support/test.ts";

test("a domain's zone is created, changed with a preview, published, and restored", async ({ page }) => {
  const owner = await asDemoOwner();
  const name = newName("zone");
  await register(owner, name);
  await owner.dispose();
  await page.goto("/zones");
  const isHosting = await page.getByRole("link", { name: "Create zone" }).first().isVisible();
  test.skip(!isHosting, "needs the sandbox's nameservers: Knot DNS isn't installed here");

  await page.goto(`/domains/${name}`);
  await page.getByRole("link", { name: "Host DNS here" }).click();
  await expect(page.getByRole("combobox", { name: "Domain" })).toHaveValue(name);
  await page.getByLabel("Records (optional)").fill("www 300 IN A 192.0.2.300\n");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Line 1, column 14" }).click();
  await page.getByLabel("Records (optional)").fill("www 300 IN A 192.0.2.1\n");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("list", { name: "Differences" })).toContainText("192.0.2.1");
  await findNothingSerious("the preview of a zone", page);
  await page.getByRole("button", { name: "Create zone" }).click();
  await expect(page).toHaveURL(`/zones/${name}`);

  const grid = page.getByRole("grid", { name: "Records" });
  await expect(grid).toContainText("192.0.2.1");
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Add record" });
  await form.getByLabel("Name").fill("@");
  await form.getByRole("combobox", { name: "Type" }).fill("MX");
  await form.getByLabel("Values").fill("10 mail.example.net");
  await expect(form).toContainText("10 mail.example.net.");
  await findNothingSerious("the fields of a record", page);
  await form.getByRole("button", { name: "Save to draft" }).click();
  await expect(page.getByText("1 unpublished change")).toBeVisible();

  // The browser asks before it leaves; the draft is there afterward anyway.
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("1 unpublished change")).toBeVisible();
  await grid.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const edited = page.getByRole("dialog", { name: "www A" });
  await edited.getByLabel("Values").fill("192.0.2.2");
  await edited.getByRole("button", { name: "Save to draft" }).click();
  await page.getByRole("button", { name: "Review changes" }).click();
  const review = page.getByRole("dialog", { name: "Review changes" });
  await expect(review).toContainText("1 added, 1 changed, 0 deleted");
  await findNothingSerious("the review of a draft", page);
  await review.getByLabel("Message (optional)").fill("Move the website");
  await review.getByRole("button", { name: "Publish" }).click();
  await expect(review).toHaveCount(0);
  await expect(page.getByText("Version 2", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Published", { exact: true })).toBeVisible({ timeout: 30_000 });

  const tabs = page.getByRole("navigation", { name: "Zone sections" });
  await tabs.getByRole("link", { name: "Nameservers" }).click();
  await expect(page.getByText("Up to date").first()).toBeVisible();
  await tabs.getByRole("link", { name: "History" }).click();
  await expect(page.getByText("Move the website")).toBeVisible();
  await page.getByRole("button", { name: "Version 1" }).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  const restore = page.getByRole("dialog", { name: "Restore version 1?" });
  await expect(restore).toContainText("0 added, 1 changed, 1 deleted");
  await restore.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored version 1")).toBeVisible();
});
