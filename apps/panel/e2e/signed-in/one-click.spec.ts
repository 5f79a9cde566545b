import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { asDemoOwner, makePerson, newAddress, removePeople } from "../support/people.ts";
import { test } from "../support/test.ts";

/** Counts the calls of a procedure, including several in one batched request. */
function countCalls(page: Page, procedure: string): () => number {
  let calls = 0;
  page.on("request", (request: Request) => {
    const [, procedures = ""] = /\/trpc\/([^?]+)/.exec(request.url()) ?? [];
    calls += decodeURIComponent(procedures)
      .split(",")
      .filter((one) => one === procedure).length;
  });
  return () => calls;
}

/** Two clicks on the same spot at a person's speed; the second may hit a dialog that is closing. */
async function clickTwice(page: Page, button: Locator, gapMs: number) {
  const box = await button.boundingBox();
  if (!box) {
    throw new Error("The button is not on the screen.");
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(gapMs);
  await page.mouse.click(x, y);
}

test("a double click creates one contact, even if the second one hits the closing drawer", async ({
  page,
}) => {
  const owner = await asDemoOwner();
  const calls = countCalls(page, "contacts.create");
  const gapsMs = [5, 50, 150];
  for (const [index, gapMs] of gapsMs.entries()) {
    await page.goto("/contacts?contact=new");
    const drawer = page.getByRole("dialog", { name: "Add contact" });
    await drawer.getByLabel("Name").fill(`Twice ${gapMs}`);
    await drawer.getByLabel("Email").fill("twice@clicked.example.com");
    await drawer.getByLabel("Phone").fill("+49 40 123456");
    await drawer.getByLabel("Street").fill("Am Kai 3");
    await drawer.getByLabel("Postal code").fill("20457");
    await drawer.getByLabel("City").fill("Hamburg");
    await drawer.getByLabel("Country", { exact: true }).selectOption("Germany");
    const save = drawer.getByRole("button", { name: "Add contact" });
    await save.scrollIntoViewIfNeeded();
    await clickTwice(page, save, gapMs);
    await expect(drawer).toBeHidden();
    // The second click may come after the drawer has closed, and open what is below it.
    await expect(
      page.getByRole("button", { name: `Twice ${gapMs}`, exact: true, includeHidden: true }),
    ).toHaveCount(1);
    expect(calls(), `contacts created after a gap of ${gapMs} ms`).toBe(index + 1);
  }
  const contacts = (await (await owner.get("/contacts")).json()) as { id: string; name: string }[];
  const made = contacts.filter(({ name }) => name.startsWith("Twice "));
  expect(made).toHaveLength(gapsMs.length);
  for (const { id } of made) {
    await owner.delete(`/contacts/${id}`);
  }
  await owner.dispose();
});

test("a double click creates one API key", async ({ browser }) => {
  const owner = await asDemoOwner();
  const email = newAddress("dora");
  const person = await makePerson(owner, { email, role: "admin", name: "Dora" });
  const page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
  const calls = countCalls(page, "apiKeys.create");
  await page.goto("/settings/api-keys/new");
  await page.getByLabel("Name").fill("Clicked twice");
  await page.getByRole("button", { name: "Read everything" }).click();
  await page.getByRole("button", { name: "Create key" }).dblclick();
  await expect(page.getByRole("region", { name: "Key" })).toBeVisible();
  expect(calls()).toBe(1);
  await page.context().close();
  await person.dispose();
  await removePeople(owner, email);
  await owner.dispose();
});
