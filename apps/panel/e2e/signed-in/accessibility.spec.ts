import { expect } from "@playwright/test";
import type { ApiKeyCreated } from "@zonepost/schema";
import { findNothingSerious } from "../support/axe.ts";
import { berlin, makeContact } from "../support/contacts.ts";
import { asDemoOwner, makePerson, newAddress, removePeople, send } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";
import { test } from "../support/test.ts";

// Each call to the page contains axe's source, and a trace would store it dozens of times.
test.use({ trace: "off", screenshot: "only-on-failure" });

test("axe finds nothing serious in the dialogs and forms of a domain", async ({ page }) => {
  await page.goto("/domains/open-orchard.org/dnssec");
  await page.getByRole("button", { name: /^Remove DS record/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await findNothingSerious("remove", page);
  await page.getByRole("button", { name: "Keep record" }).click();
  await page.goto("/domains/juniper-and-oak.com");
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Renew for/ })).toBeEnabled();
  await findNothingSerious("renew", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByLabel("Type juniper-and-oak.com to confirm")).toBeVisible();
  await findNothingSerious("delete", page);
  await page.goto("/domains/juniper-and-oak.com/nameservers");
  await page.getByLabel("Nameserver 1", { exact: true }).fill("no name");
  await page.getByRole("button", { name: "Save" }).click();
  await findNothingSerious("nameservers with problems", page);
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await findNothingSerious("unsaved", page);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(/history$/);
  await page.goto("/domains/hofladen-brandt.de/dnssec");
  await page.getByText("Enter fields").click();
  await page.getByRole("textbox", { name: "Key tag" }).fill("55648");
  await page
    .getByRole("textbox", { name: "Digest" })
    .fill("B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17");
  await expect(page.getByRole("region", { name: "Nameserver check" })).toBeVisible();
  await findNothingSerious("preflight", page);
});

test("axe finds nothing serious in bulk changes, the finder, the clock and the menu", async ({ page }) => {
  await page.goto("/domains");
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change nameservers…" }).click();
  await page.getByRole("button", { name: /^Change \d+ domains$/ }).click();
  await expect(page.getByText("Enter 1 to 13 nameservers.")).toBeVisible();
  await findNothingSerious("bulk with problems", page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Search or run a command")).toBeVisible();
  await findNothingSerious("finder", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^clock/ }).click();
  await expect(page.getByRole("dialog", { name: "Advance the clock" })).toBeVisible();
  await findNothingSerious("clock", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await findNothingSerious("menu", page);
});

test("axe finds nothing serious in the forms for contacts, registrations and transfers", async ({ page }) => {
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Add contact" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add contact" }).click();
  await expect(page.getByText("Enter a name.").first()).toBeVisible();
  await findNothingSerious("contact with problems", page);
  await makeContact(berlin);
  await page.goto("/domains/register?name=taken-orchard.com");
  await expect(page.getByText("already registered")).toBeVisible();
  await findNothingSerious("registration that is refused", page);
  await page.goto("/domains/transfer?name=moving-in.com");
  await page.getByRole("button", { name: "Check transfer" }).click();
  await expect(page.getByText("Use at least 6 characters.")).toBeVisible();
  await findNothingSerious("transfer with problems", page);
});

test("axe finds nothing serious in the settings", async ({ page }) => {
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await findNothingSerious("password", page);
  await page.goto("/settings/api-keys/new");
  await page.getByRole("radio", { name: "Selected domains" }).check();
  await page.getByLabel("Expires").selectOption("Never");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Choose at least one domain.")).toBeVisible();
  await findNothingSerious("key with problems", page);
  await page.goto("/settings/people");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("radio", { name: "Selected domains" }).check();
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect(page.getByText("Choose at least one domain.")).toBeVisible();
  await findNothingSerious("invite with problems", page);
  await page.goto("/activity/audit-log");
  await page.getByRole("table", { name: "Audit log" }).getByRole("button").first().click();
  await expect(page.getByRole("dialog", { name: "Entry" })).toBeVisible();
  await findNothingSerious("audit entry", page);
});

test.describe("signed out", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("axe finds nothing serious on the sign-in page", async ({ page }) => {
    await page.goto("/sign-in");
    await findNothingSerious("sign-in", page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Enter an email address, such as dana@example.com.")).toBeVisible();
    await findNothingSerious("sign-in with problems", page);
  });
});

test("axe finds nothing serious in the step-up and in secrets shown once", async ({ browser }) => {
  const email = newAddress("axel");
  const owner = await asDemoOwner();
  const person = await makePerson(owner, { email, role: "admin", name: "Axel" });
  const key = await send<ApiKeyCreated>(person, "/api-keys", { name: "To roll", scopes: ["domains:read"] });
  const context = await browser.newContext({
    storageState: await person.storageState(),
  });
  await person.dispose();
  const page = await context.newPage();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Code from the app").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await findNothingSerious("second factor", page);

  await page.goto(`/settings/api-keys/${key.id}`);
  await page.getByRole("button", { name: "Roll" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await findNothingSerious("roll", page);
  await askForStepUp(page, "apiKeys.roll");
  await page.getByRole("button", { name: "Roll key" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  await findNothingSerious("step-up", page);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole("button", { name: "Roll" }).click();
  await page.getByRole("button", { name: "Roll key" }).click();
  await expect(page.getByRole("dialog", { name: "Your new key" })).toBeVisible();
  await findNothingSerious("new key", page);

  await context.close();
  await removePeople(owner, email);
  await owner.dispose();
});
