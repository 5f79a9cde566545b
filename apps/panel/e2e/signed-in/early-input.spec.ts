import { expect, type Page } from "@playwright/test";
import { openWithoutScripts, test } from "../support/test.ts";

/** Opens the form of an endpoint. React listens to it, but its own script arrives when `release` is called. */
async function openWithoutForm(page: Page) {
  const opened = await openWithoutScripts(page, "/webhooks/new", "urlHint");
  await expect(page.getByLabel("URL")).toBeVisible();
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("_reactListening")));
  return opened;
}

/** The bodies of the requests that create an endpoint. */
function watchCreated(page: Page) {
  const created: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("webhooks.create")) {
      created.push(request.postData() ?? "");
    }
  });
  return created;
}

const waits = "html[data-waits]";

for (const [when, open] of [
  ["before the scripts arrive", (page: Page) => openWithoutScripts(page, "/webhooks/new")],
  ["while React waits for the form's own script", openWithoutForm],
] as const) {
  test(`a form filled in and sent ${when} is sent once, with everything typed`, async ({ page }) => {
    const created = watchCreated(page);
    const { release } = await open(page);
    await page.getByLabel("URL").fill("http://127.0.0.1:4999/early");
    await page.getByLabel("Description").pressSequentially("Typed early");
    await page.getByRole("radio", { name: "Selected events" }).check();
    await page.getByRole("radio", { name: "All events" }).check();
    await page.getByRole("checkbox", { name: "Deliver in order" }).check();
    await page.getByRole("button", { name: "Add endpoint" }).dblclick();
    await expect(page.locator(waits)).toHaveCount(1);
    expect(created).toEqual([]);
    await release();
    await expect(page.getByRole("heading", { level: 1, name: "Endpoint added" })).toBeVisible();
    await expect(page.locator(waits)).toHaveCount(0);
    expect(created).toHaveLength(1);
    expect(created[0]).toContain('"url":"http://127.0.0.1:4999/early"');
    expect(created[0]).toContain('"description":"Typed early"');
    expect(created[0]).toContain('"ordered":true');
    await page.getByRole("link", { name: "I've copied the secret" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByLabel("Type 127.0.0.1:4999 to confirm").fill("127.0.0.1:4999");
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await expect(page).toHaveURL(/\/webhooks$/);
  });
}

test("what is typed before the scripts arrive stays, also after later changes", async ({ page }) => {
  const { release } = await openWithoutScripts(page, "/webhooks/new");
  await page.getByLabel("URL").pressSequentially("https://hooks.exam");
  await release();
  await page.keyboard.type("ple.com/");
  await page.getByRole("radio", { name: "Selected events" }).check();
  await expect(page.getByLabel("URL")).toHaveValue("https://hooks.example.com/");
});

test("what is typed while React waits for the form's own script stays, also after later changes", async ({
  page,
}) => {
  const { release } = await openWithoutForm(page);
  await page.getByRole("checkbox", { name: "Deliver in order" }).check();
  await page.getByLabel("URL").pressSequentially("https://hooks.exam");
  await expect(page.getByLabel("URL")).toHaveValue("https://hooks.exam");
  const opened = release();
  // With the keyboard alone: a step that focuses the field again would put the cursor before what was typed.
  await page.keyboard.type("ple.com/");
  await opened;
  await page.getByRole("radio", { name: "Selected events" }).check();
  await expect(page.getByLabel("URL")).toHaveValue("https://hooks.example.com/");
  await expect(page.getByRole("checkbox", { name: "Deliver in order" })).toBeChecked();
});

test("keys pressed before the scripts arrive work afterwards", async ({ page }) => {
  const { release } = await openWithoutScripts(page, "/domains");
  await expect(page.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
  await page.keyboard.type("/pocketledger");
  await release();
  await expect(page.getByRole("textbox", { name: "Filter by name" })).toHaveValue("pocketledger");
  await expect(page.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
});

test("Escape takes back a click that waits", async ({ page }) => {
  const { release } = await openWithoutScripts(page, "/domains");
  await page.getByRole("button", { name: "Search or run a command" }).click();
  await expect(page.locator(waits)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator(waits)).toHaveCount(0);
  await release();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});
