import { expect } from "@playwright/test";
import { asDemoOwner, invite, newAddress } from "../support/people.ts";
import { test } from "../support/test.ts";

test("the sandbox's clock is advanced from the bar, and dates follow it", async ({ page }) => {
  await page.goto("/domains/tidecharts.io");
  const distance = page.getByText(/^in \d+ days$/).first();
  const daysLeft = async () => Number((await distance.textContent())?.match(/\d+/)?.[0]);
  const before = await daysLeft();
  const clock = page.getByRole("button", { name: /^clock/ });
  const daysAhead = async () => Number((await clock.textContent())?.match(/\+(\d+) days?/)?.[1] ?? 0);
  const daysBefore = await daysAhead();
  await clock.click();
  await page.getByLabel("Days to advance").fill("2");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  // All work of the two days is done first, also that of the tests before this one.
  await expect(page.getByRole("dialog")).toHaveCount(0, { timeout: 180_000 });
  await expect.poll(daysAhead).toBe(daysBefore + 2);
  await expect.poll(daysLeft).toBe(before - 2);
});

test("the bar counts a new email while the page is open", async ({ page }) => {
  await page.goto("/domains");
  const caught = async () =>
    Number((await page.getByRole("link", { name: /^outbox \d/ }).textContent())?.replace(/\D/g, ""));
  const before = await caught();
  const owner = await asDemoOwner();
  const { invitation } = await invite(owner, { email: newAddress("lea"), role: "member" });
  await expect.poll(caught).toBeGreaterThan(before);
  await owner.delete(`/workspace/invitations/${invitation.id}`);
  await owner.dispose();
});

test("the selected theme persists", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/domains");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});
