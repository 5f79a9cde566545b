import { expect, type Page } from "@playwright/test";
import type { SandboxEmail } from "@zonepost/schema/sandbox";
import { apiUrl, demo, panelUrl } from "../support/installation.ts";
import { openPersonMenu } from "../support/person-menu.ts";
import { test } from "../support/test.ts";

/** Opens the demo owner's newest sign-in email, also if others have arrived after it. */
const openSignInEmail = (page: Page) =>
  page
    .getByRole("button", { name: `sign-in link ${demo.email}` })
    .first()
    .click();

test("an emailed link signs in through the sandbox's outbox, once", async ({ page, browser }) => {
  await page.goto("/sign-in?next=/webhooks");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByLabel("Email").fill(demo.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If ${demo.email} has an account here`)).toBeVisible();
  await page.getByRole("link", { name: "Open the sandbox outbox" }).click();
  await openSignInEmail(page);
  const link = page.getByRole("link", { name: "Open sign-in link" });
  await expect(link).toBeVisible();
  const address = await link.getAttribute("href");
  expect(address).toContain(`${panelUrl}/sign-in/link#token=`);
  await link.click();
  await expect(page).toHaveURL(`${panelUrl}/sign-in/link`);

  // Another browser that only opens it, as a mail scanner does, doesn't use it up.
  const second = await browser.newPage();
  await second.goto(address ?? "");
  await expect(second.getByRole("button", { name: "Sign in" })).toBeVisible();

  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${panelUrl}/webhooks`);
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();

  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second.getByRole("alert").first()).toContainText("This link has expired");
  await second.getByRole("link", { name: "Request a new link" }).click();
  await expect(second.getByRole("button", { name: "Send link" })).toBeVisible();
  await second.close();
});

test("the emailed code signs in by keyboard, as it is pasted", async ({ page, request }) => {
  await page.goto("/sign-in?next=/webhooks&method=link");
  const sent = async () =>
    ((await (await request.get(`${apiUrl}/sandbox/outbox`)).json()) as SandboxEmail[]).filter(
      ({ to, kind }) => to === demo.email && kind === "magic_link",
    );
  const before = (await sent()).length;
  await page.getByLabel("Email").fill(demo.email);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect.poll(async () => (await sent()).length).toBe(before + 1);
  const code = /^Code: (\d{6})$/m.exec((await sent()).at(-1)?.text ?? "")?.[1] ?? "";
  await page.evaluate(
    (pasted) => navigator.clipboard.writeText(pasted),
    ` ${code.slice(0, 3)} ${code.slice(3)} `,
  );
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByLabel("Code")).toHaveValue(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${panelUrl}/webhooks`);
});

test("the link in the email itself works too", async ({ page }) => {
  await page.goto("/sandbox/outbox");
  await openSignInEmail(page);
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("link").first()).toHaveAttribute("href", /#token=/);
});

test("no provider is offered unless one is configured", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Email me a sign-in link" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Google|GitHub/ })).toHaveCount(0);
  await expect(page.getByText("or continue with")).toHaveCount(0);
});

test("?next= never leads to another site", async ({ page }) => {
  await page.goto("/sign-in?next=//evil.example/x");
  await page.getByRole("button", { name: "Fill in the demo account" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${panelUrl}/`);
});

test("signing out ends the session, on the server too", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Fill in the demo account" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await openPersonMenu(page);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${panelUrl}/sign-in`);
  await page.goto("/domains");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("signing in and adding a DS record work without a mouse", async ({ page }) => {
  const press = async (key: string, until: () => Promise<boolean>) => {
    for (let step = 0; step < 60; step += 1) {
      if (await until()) {
        return;
      }
      await page.keyboard.press(key);
    }
    throw new Error("the control cannot be reached by keyboard");
  };
  const isFocused = (name: string, selector: string) => () =>
    page.evaluate(
      ([words, css]) => {
        const element = document.activeElement as HTMLInputElement | null;
        const label = element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent;
        return element?.matches(css ?? "") === true && label?.trim() === words;
      },
      [name, selector],
    );

  await page.goto("/sign-in?next=/domains");
  await press("Tab", isFocused("Email", "input"));
  await page.keyboard.type(demo.email);
  await press("Tab", isFocused("Password", "input"));
  await page.keyboard.type(demo.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();

  // Until the page's code has started, a shortcut has no effect.
  await expect
    .poll(async () => {
      await page.keyboard.press("/");
      return isFocused("Filter by name", "input")();
    })
    .toBe(true);
  await page.keyboard.type("pocketledger");
  await expect(page.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
  await page.keyboard.press("Tab");
  await press("Tab", isFocused("pocketledger.dev", "a"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "pocketledger.dev" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^DNSSEC/ })).toHaveText("DNSSEC0");
  await press("Tab", isFocused("DNSSEC0", "a"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dnssec$/);
  await expect(page.getByLabel("DS or DNSKEY record")).toBeVisible();
  await press("Tab", isFocused("DS or DNSKEY record", "textarea"));
  await page.keyboard.type("20326 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D");
  await expect(page.getByRole("button", { name: "Publish without a check" })).toBeEnabled();
  await press("Tab", isFocused("Publish without a check", "button"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove DS record 20326" })).toBeVisible();
});
