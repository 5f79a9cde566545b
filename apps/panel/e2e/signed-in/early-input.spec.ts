import { expect, type Page } from "@playwright/test";
import { asDemoOwner } from "../support/people.ts";
import { openWithoutScripts, test } from "../support/test.ts";

/** Opens the form of an endpoint. React listens to it, but its own script arrives when `release` is called. */
async function openWithoutForm(page: Page) {
  const opened = await openWithoutScripts(page, "/webhooks/new", "urlHint");
  await expect(page.getByLabel("URL")).toBeVisible();
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("_reactListening")));
  return opened;
}

for (const [when, open] of [
  ["before the scripts arrive", (page: Page) => openWithoutScripts(page, "/webhooks/new")],
  ["while React waits for the form's own script", openWithoutForm],
] as const) {
  test(`text typed ${when} stays and is sent; a click does nothing, and doesn't leave the page`, async ({
    page,
  }) => {
    const created: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("webhooks.create")) {
        created.push(request.postData() ?? "");
      }
    });
    const { release } = await open(page);
    const add = page.getByRole("button", { name: "Add endpoint" });
    const someEvents = page.getByRole("radio", { name: "Selected events" });
    await page.getByLabel("URL").fill("http://127.0.0.1:4999/early");
    await page.getByLabel("URL").press("Enter");
    await add.click();
    await someEvents.click();
    await page.getByRole("checkbox", { name: "Deliver in order" }).click();
    await page.getByLabel("Description").pressSequentially("Typed ");
    const opened = release();
    await page.keyboard.type("early");
    await opened;
    await expect(someEvents).not.toBeChecked();
    await someEvents.check();
    await page.getByRole("radio", { name: "All events" }).check();
    await expect(page.getByLabel("URL")).toHaveValue("http://127.0.0.1:4999/early");
    await expect(page.getByLabel("Description")).toHaveValue("Typed early");
    expect(created).toEqual([]);
    await add.click();
    await expect(page.getByRole("heading", { level: 1, name: "Endpoint added" })).toBeVisible();
    expect(created).toHaveLength(1);
    expect(created[0]).toContain('"url":"http://127.0.0.1:4999/early"');
    expect(created[0]).toContain('"description":"Typed early"');
    expect(created[0]).toContain('"ordered":false');
    await page.getByRole("link", { name: "I've copied the secret" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByLabel("Type 127.0.0.1:4999 to confirm").fill("127.0.0.1:4999");
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await expect(page).toHaveURL(/\/webhooks$/);
  });
}

test("saved text that is changed before the scripts arrive stays changed, and a choice is undone", async ({
  page,
}) => {
  const owner = await asDemoOwner();
  await owner.patch("/workspace", {
    data: { defaultNameservers: ["ns1.saved.example", "ns2.saved.example"] },
  });
  const { release } = await openWithoutScripts(page, "/settings/workspace");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const nameservers = page.getByRole("textbox", { name: "Nameservers" });
  const language = page.getByRole("combobox", { name: "Email language" });
  await expect(nameservers).toHaveValue("ns1.saved.example\nns2.saved.example");
  await name.fill("Typed early");
  await nameservers.fill("ns1.early.example\nns2.early.example");
  await language.selectOption("Deutsch");
  await release();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Save nameservers" })).toBeEnabled();
  await expect(name).toHaveValue("Typed early");
  await expect(nameservers).toHaveValue("ns1.early.example\nns2.early.example");
  await expect(language.getByRole("option", { name: "English" })).toHaveJSProperty("selected", true);
  await owner.patch("/workspace", { data: { defaultNameservers: [] } });
  await owner.dispose();
});

test("a filter typed before the scripts arrive filters the list", async ({ page }) => {
  const { release } = await openWithoutScripts(page, "/domains");
  const filter = page.getByRole("textbox", { name: "Filter by name" });
  await filter.pressSequentially("pocket");
  const opened = release();
  await page.keyboard.type("ledger");
  await opened;
  await expect(filter).toHaveValue("pocketledger");
  await expect(page.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
});
