import { expect, type Page } from "@playwright/test";
import { findNothingSerious } from "../support/axe.ts";
import { apiUrl, panelUrl } from "../support/installation.ts";
import { startReceiver } from "../support/receiver.ts";
import { test } from "../support/test.ts";

const digest = "A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F90";

/** Emits `domain.dnssec_enabled`, in a tab of its own. */
async function publishDsRecord(page: Page, domainName: string) {
  const other = await page.context().newPage();
  await other.goto(`/domains/${domainName}/dnssec`);
  await other.getByText("Enter fields").click();
  await other.getByRole("textbox", { name: "Key tag" }).fill("12345");
  await other.getByRole("textbox", { name: "Digest" }).fill(digest);
  await other.getByRole("button", { name: "Publish" }).click();
  await expect(other.getByRole("button", { name: "Remove DS record 12345" })).toBeVisible();
  await other.close();
}

test("an endpoint receives a signed DS record event, and shows its delivery live", async ({ page }) => {
  const receiver = await startReceiver();
  await page.goto("/webhooks/new");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Enter a URL.")).toBeVisible();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Description").fill("Test of the panel");
  await page.getByRole("radio", { name: "Selected events" }).check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Choose at least one event.")).toBeVisible();
  await page.getByRole("checkbox", { name: "domain.dnssec_enabled" }).check();
  await page.getByRole("button", { name: "Add endpoint" }).click();

  const shown = page.getByRole("region", { name: "Signing secret" }).locator("pre");
  const secret = (await shown.textContent()) ?? "";
  await expect(shown).toBeInViewport();
  // The next Tab is the secret's copy button.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy Signing secret" })).toBeFocused();
  expect(secret).toMatch(/^whsec_/);
  await expect(page).toHaveTitle("Endpoint added · Zonepost");
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: "Domains" })
    .click();
  await page
    .getByRole("dialog", { name: "Leave without copying the secret?" })
    .getByRole("button", { name: "Stay" })
    .click();
  await expect(shown).toHaveText(secret);
  await expect(page.getByRole("region", { name: "Receiver", exact: true })).toContainText(secret);
  receiver.trust(secret);

  const test = page.getByRole("region", { name: "Test event" });
  await test.getByRole("button", { name: "Send test event" }).click();
  await expect(test.getByText(/^Delivered · 204 in /)).toBeVisible();
  expect(receiver.received).toEqual([{ event: "domain.dnssec_enabled", name: "example.com" }]);

  await publishDsRecord(page, "fieldnote-press.net");

  await page.getByRole("link", { name: "I've copied the secret" }).click();
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  await expect(deliveries.getByText("Delivered", { exact: true })).toHaveCount(2);
  expect(receiver.received.at(-1)).toEqual({ event: "domain.dnssec_enabled", name: "fieldnote-press.net" });
  await expect(page.getByText("whsec_")).toHaveCount(0);

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "Create new secret" }).click();
  const newSecret =
    (await page.getByRole("region", { name: "Secret", exact: true }).locator("pre").textContent()) ?? "";
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I've copied the secret" }).click();
  await expect(page.getByRole("region", { name: "Secret rotation" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Secret rotation" })).toBeInViewport();
  receiver.trust(secret, newSecret);
  await page.getByRole("button", { name: "Switch to new secret" }).click();
  await page.getByRole("button", { name: "Switch", exact: true }).click();
  await expect(page.getByRole("region", { name: "Secret rotation" })).toHaveCount(0);
  receiver.trust(newSecret);
  await page.getByRole("button", { name: "Send test event" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send test event" }).click();
  await expect(dialog.getByText(/^Delivered · 204 in /)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send test event" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(deliveries.getByText("Delivered", { exact: true })).toHaveCount(3);

  await deliveries.getByRole("row").filter({ hasText: "fieldnote-press.net" }).getByRole("button").click();
  const delivery = page.getByRole("dialog");
  await expect(delivery.getByRole("region", { name: "Request" })).toContainText("X-Service-Attempt: 1");
  await expect(page).toHaveURL(/delivery=whd_/);
  const received = receiver.received.length;
  await delivery.getByRole("button", { name: "Replay" }).click();
  await expect(delivery.getByText("Attempt 2: Your receiver responded with 204.")).toBeVisible();
  expect(receiver.received.slice(received)).toMatchObject([{ name: "fieldnote-press.net" }]);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Failed");
  await expect(page.getByText("No failed deliveries")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(deliveries.getByText("Delivered", { exact: true }).first()).toBeVisible();

  await page.getByRole("combobox", { name: "When" }).selectOption("Custom dates");
  await page.getByLabel("Until").fill("2020-01-01");
  await expect(page.getByText("No deliveries on these dates")).toBeVisible();
  const filtered = new URL("?range=days&until=2020-01-01", page.url()).href;
  await expect(page).toHaveURL(filtered);
  await findNothingSerious("custom dates", page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  // Not a reload: the router may still put back the address of the first filter.
  await page.goto(filtered);
  await page.getByRole("button", { name: "Filter (1)" }).click();
  await page.getByLabel("From").fill("2019-12-31");
  await expect(page).toHaveURL(/until=2020-01-01&from=2019-12-31/);
  await findNothingSerious("custom dates on a phone", page);
  await page.setViewportSize(size ?? { width: 1280, height: 720 });
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(deliveries.getByText("Delivered", { exact: true }).first()).toBeVisible();

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Until you reactivate the endpoint, its events are skipped.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await deliveries.getByRole("row").filter({ hasText: "fieldnote-press.net" }).getByRole("button").click();
  const replay = delivery.getByRole("button", { name: "Replay" });
  await expect(replay).toHaveAccessibleDescription(/^The endpoint is inactive/);
  await replay.focus();
  await expect(replay).toBeFocused();
  await findNothingSerious("a delivery of a paused endpoint", page);
  await page.keyboard.press("Escape");
  await publishDsRecord(page, "lakeside-ceramics.com");
  await page.reload();
  await expect(page.getByText("1 event hasn't been delivered.")).toBeVisible();
  await page.getByRole("button", { name: "Reactivate and catch up" }).click();
  await expect(page.getByRole("region", { name: "Catch-up" })).toContainText("1 of 1 delivered");
  expect(receiver.received.at(-1)).toEqual({ event: "domain.dnssec_enabled", name: "lakeside-ceramics.com" });
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "All events" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Settings" })).toContainText("All events");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Delete endpoint" })).toBeDisabled();
  await page.getByLabel(`Type ${receiver.host} to confirm`).fill(receiver.host);
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(page.getByText(receiver.url)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: /^Webhooks/ })).toBeFocused();
  await receiver.stop();
});

test("a long URL leaves room for the other columns, and Back doesn't reopen a delivery", async ({ page }) => {
  const url = `https://hooks.example.com/in?token=${"a1b2c3".repeat(20)}`;
  await page.goto("/webhooks/new");
  await page.getByLabel("URL").fill(url);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("link", { name: "I've copied the secret" }).click();
  await expect(page).toHaveTitle("hooks.example.com/in · Webhooks · Zonepost");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const title = page.getByRole("heading", { level: 1 }).getByTitle(url);
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.height).toBeLessThan(80);

  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send test event" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("table", { name: "Deliveries" }).locator("[data-row-link]").click();
  await expect(page).toHaveURL(/delivery=whd_/);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/whe_\w+$/);
  await page.goBack();
  await expect(page).toHaveURL(/whe_\w+$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto("/webhooks");
  const table = page.getByRole("table", { name: "Webhooks" });
  await expect(table.getByTitle(url)).toBeVisible();
  const frame = table.locator("..");
  expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const headers = { origin: panelUrl };
  expect((await page.request.delete(`${apiUrl}/webhooks/outbound/${id}`, { headers })).ok()).toBe(true);
});

test("a rejected URL is reported at its field", async ({ page }) => {
  await page.goto("/webhooks/new");
  await page.getByLabel("URL").fill("ftp://hooks.example.com/");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("URL")).toBeFocused();
});
