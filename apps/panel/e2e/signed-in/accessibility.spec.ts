import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import type { ApiKeyCreated } from "@zonepost/schema";
import { berlin, makeContact } from "../support/contacts.ts";
import { asDemoOwner, makePerson, newAddress, removePeople, send } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";

const pages = [
  "/domains",
  "/domains/search?q=a-name-to-have.com",
  "/domains/search?q=premium-tea",
  "/domains/register",
  "/domains/register?name=new-orchard.com",
  "/domains/transfer?name=moving-in.com",
  "/domains/operations",
  "/contacts",
  "/domains/juniper-and-oak.com",
  "/domains/juniper-and-oak.com/nameservers",
  "/domains/juniper-and-oak.com/contacts",
  "/domains/open-orchard.org/dnssec",
  "/domains/hofladen-brandt.de/dnssec",
  "/domains/open-orchard.org/history",
  "/domains/nobody-has-this.com",
  "/webhooks",
  "/webhooks/new",
  "/mail",
  "/mail/activate",
  "/mail/pocketledger.dev",
  "/settings",
  "/settings/security",
  "/settings/api-keys",
  "/settings/api-keys/new",
  "/settings/audit-log",
  "/settings/people",
  "/settings/workspace",
  "/sandbox/outbox",
  "/auth/2fa-verify",
];

for (const width of [1440, 390])
  for (const colorScheme of ["light", "dark"] as const)
    test(`axe finds nothing serious on any page at ${width} pixels in the ${colorScheme} theme`, async ({
      page,
    }) => {
      test.setTimeout(360_000);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const path of pages) {
        await page.goto(path);
        await expect(
          page
            .getByRole("heading", { level: 1 })
            .or(page.getByRole("heading", { name: "Not found" }))
            .first(),
        ).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expect(page).toHaveTitle(/Zonepost$/);
        // A mail may run no script, so axe cannot look into the frame that shows it, and would wait for ever.
        for (const frame of await page.locator("iframe").all())
          await frame.evaluate((element) => element.remove());
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect({
          path,
          serious: serious.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) })),
        }).toEqual({ path, serious: [] });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect({ path, overflow }).toEqual({ path, overflow: 0 });
      }
    });

async function findNothingSerious(where: string, page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect({
    where,
    serious: serious.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) })),
  }).toEqual({ where, serious: [] });
}

test("axe finds nothing serious on the sign-in page, in dialogs, the drawer and the finder", async ({
  page,
  browser,
}) => {
  const check = (where: string, target = page) => findNothingSerious(where, target);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/domains/open-orchard.org/dnssec");
  await page.getByRole("button", { name: /^Remove the DS record/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check("remove");
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.goto("/domains/juniper-and-oak.com");
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Renew for/ })).toBeEnabled();
  await check("renew");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByLabel("Type juniper-and-oak.com to confirm")).toBeVisible();
  await check("delete");
  await page.goto("/domains/juniper-and-oak.com/nameservers");
  await page.getByLabel("Nameserver 1", { exact: true }).fill("no name");
  await page.getByRole("button", { name: "Save" }).click();
  await check("nameservers with problems");
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await check("unsaved");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(/history$/);
  await page.goto("/domains/hofladen-brandt.de/dnssec");
  await page.getByRole("textbox", { name: "Key tag" }).fill("55648");
  await page
    .getByRole("textbox", { name: "Digest" })
    .fill("B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17");
  await page.getByRole("button", { name: "Check at the nameservers" }).click();
  await expect(page.getByRole("region", { name: "What the nameservers say" })).toBeVisible();
  await check("preflight");
  await page.goto("/domains");
  await page.getByLabel("Choose all").check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change nameservers…" }).click();
  await page.getByRole("button", { name: /^Change \d+ domains$/ }).click();
  await expect(page.getByText("must name 1 to 13 nameservers")).toBeVisible();
  await check("bulk with problems");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Search domains")).toBeVisible();
  await check("finder");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^clock/ }).click();
  await expect(page.getByRole("dialog", { name: "Advance the clock" })).toBeVisible();
  await check("clock");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await check("menu");
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Add a contact" }).click();
  await page.getByRole("button", { name: "Add the contact" }).click();
  await expect(page.getByText("must not be empty").first()).toBeVisible();
  await check("contact with problems");
  await makeContact(berlin);
  await page.goto("/domains/register?name=taken-orchard.com");
  await expect(page.getByText("somebody has it already")).toBeVisible();
  await check("registration that is refused");
  await page.goto("/domains/transfer?name=moving-in.com");
  await page.getByRole("button", { name: "Check the transfer" }).click();
  await expect(page.getByText("must have at least 6 characters")).toBeVisible();
  await check("transfer with problems");
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check("password");
  await page.goto("/settings/api-keys/new");
  await page.getByRole("radio", { name: "Only some" }).check();
  await page.getByLabel("Expires").selectOption("Never");
  await page.getByRole("button", { name: "Create the key" }).click();
  await expect(page.getByText("must name at least one domain")).toBeVisible();
  await check("key with problems");
  await page.goto("/settings/people");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("radio", { name: "Only some" }).check();
  await page.getByRole("button", { name: "Send the invitation", exact: true }).click();
  await expect(page.getByText("must name at least one domain")).toBeVisible();
  await check("invite with problems");
  await page.goto("/settings/audit-log");
  await page.getByRole("table", { name: "Audit log" }).getByRole("button").first().click();
  await expect(page.getByRole("dialog", { name: "Entry" })).toBeVisible();
  await check("audit entry");

  const signedOut = await (
    await browser.newContext({ storageState: { cookies: [], origins: [] } })
  ).newPage();
  await signedOut.goto("/sign-in");
  await check("sign-in", signedOut);
  await signedOut.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(signedOut.getByText("must be an e-mail address")).toBeVisible();
  await check("sign-in with problems", signedOut);
  await signedOut.context().close();
});

test("axe finds nothing serious where a person proves who they are, and in what is shown once", async ({
  browser,
}) => {
  const email = newAddress("axel");
  const owner = await asDemoOwner();
  const person = await makePerson(owner, { email, role: "admin", name: "Axel" });
  const key = await send<ApiKeyCreated>(person, "/api-keys", { name: "To roll", scopes: ["domains:read"] });
  const context = await browser.newContext({
    storageState: await person.storageState(),
    reducedMotion: "reduce",
  });
  await person.dispose();
  const page = await context.newPage();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Code that the app shows").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("is not valid now")).toBeVisible();
  await findNothingSerious("second factor", page);

  await page.goto(`/settings/api-keys/${key.id}`);
  await page.getByRole("button", { name: "Roll" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await findNothingSerious("roll", page);
  await askForStepUp(page, "apiKeys.roll");
  await page.getByRole("button", { name: "Roll the key" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm that it is you" })).toBeVisible();
  await findNothingSerious("step-up", page);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole("button", { name: "Roll" }).click();
  await page.getByRole("button", { name: "Roll the key" }).click();
  await expect(page.getByRole("dialog", { name: "The new key" })).toBeVisible();
  await findNothingSerious("new key", page);

  await context.close();
  await removePeople(owner, email);
  await owner.dispose();
});
