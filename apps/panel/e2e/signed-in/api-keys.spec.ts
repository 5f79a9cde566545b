import { type APIRequestContext, expect, type Page, request } from "@playwright/test";
import { apiUrl } from "../support/installation.ts";
import { asDemoOwner, makePerson, newAddress, password, removePeople } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";
import { test } from "../support/test.ts";

// Creating keys requires confirmation, which changes the session's token; the other tests share the demo owner's.
test.use({ storageState: { cookies: [], origins: [] } });

let email: string;
let owner: APIRequestContext;
let page: Page;

test.beforeEach(async ({ browser }) => {
  email = newAddress("ada");
  owner = await asDemoOwner();
  const person = await makePerson(owner, { email, role: "admin", name: "Ada" });
  page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
  await person.dispose();
});

test.afterEach(async () => {
  await page.context().close();
  await removePeople(owner, email);
  await owner.dispose();
});

/** The domain names that a key can list, or the status of the refusal. */
async function domainsOf(key: string): Promise<string[] | number> {
  const api = await request.newContext({
    baseURL: apiUrl,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  const response = await api.get("/domains/mine");
  const answer = response.ok()
    ? ((await response.json()) as { name: string }[]).map(({ name }) => name)
    : response.status();
  await api.dispose();
  return answer;
}

const shownKey = async () =>
  (await page.getByRole("region", { name: "Key" }).locator("pre").textContent()) ?? "";

test("a key is created for some domains, used, rolled, edited and revoked", async () => {
  await page.goto("/settings/api-keys");
  await page.getByRole("link", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expect(page.getByText("Choose at least one permission.")).toBeVisible();
  await page.getByLabel("Name").fill("Inventory");
  await page.getByRole("button", { name: "Full access", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Write: Webhooks" })).toBeChecked();
  await page.getByRole("radio", { name: "Selected domains" }).check();
  await expect(page.getByRole("checkbox", { name: "Write: Webhooks" })).toBeDisabled();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Choose at least one domain.")).toBeVisible();
  await page.getByRole("combobox", { name: "Domains" }).fill("tide");
  await page.getByRole("option", { name: "tidecharts.io" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Manage domains and DNS" }).click();
  await page.getByLabel("Expires").selectOption("In 30 days");
  await expect(page.getByText(/^It expires on /)).toBeVisible();
  await page.getByLabel("Allowed IP addresses").fill("somewhere");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Enter an IP address or a network, such as 203.0.113.0/24.")).toBeVisible();
  await page.getByLabel("Allowed IP addresses").fill("127.0.0.0/8, ::1");
  await page.getByRole("button", { name: "Create key" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "API key created" })).toBeVisible();
  const key = await shownKey();
  expect(key).toMatch(/^zp_/);
  await expect(page.getByRole("region", { name: "Try it" })).toContainText(`Authorization: Bearer ${key}`);
  expect(await domainsOf(key)).toEqual(["tidecharts.io"]);

  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: "Domains" })
    .click();
  await page
    .getByRole("dialog", { name: "Leave without copying the key?" })
    .getByRole("button", { name: "Stay" })
    .click();
  expect(await shownKey()).toBe(key);
  await page.getByRole("button", { name: "Copy Key" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inventory" })).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Usage", exact: true })).toContainText("127.0.0.1");

  await page.getByRole("button", { name: "Roll" }).click();
  await page.getByRole("radio", { name: "Now" }).check();
  await page.getByRole("button", { name: "Roll key" }).click();
  const dialog = page.getByRole("dialog", { name: "Your new key" });
  await expect(dialog).toBeVisible();
  const newKey = (await dialog.getByRole("region", { name: "Key" }).locator("pre").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Go to the new key" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await domainsOf(key)).toBe(401);
  expect(await domainsOf(newKey)).toEqual(["tidecharts.io"]);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Inventory 2");
  await page.getByRole("dialog").getByLabel("Allowed IP addresses").fill("203.0.113.7");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inventory 2" })).toBeVisible();
  expect(await domainsOf(newKey)).not.toEqual(["tidecharts.io"]);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Revoke key" })).toBeDisabled();
  await page.getByLabel("Type “Inventory 2” to confirm").fill("Inventory 2");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("Revoked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Roll" })).toHaveCount(0);
  expect(await domainsOf(newKey)).toBe(401);

  await page.goto("/settings/api-keys?status=revoked&q=Inventory");
  const list = page.getByRole("table", { name: "API keys" });
  await expect(list.getByRole("row", { name: /Inventory 2/ })).toContainText("Manage domains and DNS");
});

test("if a step-up is required, the panel asks for it and repeats the request", async () => {
  await askForStepUp(page, "apiKeys.create");
  await page.goto("/settings/api-keys/new");
  await page.getByLabel("Name").fill("Asked twice");
  await page.getByRole("button", { name: "Read everything" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That's not your password.")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "API key created" })).toBeVisible();
  expect(await domainsOf(await shownKey())).toContain("tidecharts.io");
});
