import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { codeOf, nextCodeOf } from "../support/authenticator.ts";
import { findNothingSerious } from "../support/axe.ts";
import { panelUrl } from "../support/installation.ts";
import {
  asDemoOwner,
  linkIn,
  mailTo,
  makePerson,
  newAddress,
  password,
  removePeople,
  signIn,
} from "../support/people.ts";
import { test } from "../support/test.ts";

// A confirmation changes the session's token, so these tests don't use the demo owner, whose session is shared.
test.use({ storageState: { cookies: [], origins: [] } });

let owner: APIRequestContext;
let email: string;

async function openAs(browser: Browser, person: APIRequestContext): Promise<Page> {
  const context = await browser.newContext({ storageState: await person.storageState() });
  await person.dispose();
  return context.newPage();
}

test.beforeEach(async () => {
  owner = await asDemoOwner();
  email = newAddress("robin");
});

test.afterEach(async () => {
  await removePeople(owner, email);
  await owner.dispose();
});

const secondFactor = (page: Page) => page.getByRole("region", { name: "Two-factor authentication" });

test("a second factor is set up with an authenticator, required at the next sign-in, and turned off", async ({
  browser,
}) => {
  const page = await openAs(browser, await makePerson(owner, { email, role: "member", name: "Robin" }));
  await page.goto("/settings/security");
  await secondFactor(page).getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up two-factor authentication" });
  await expect(dialog.getByRole("img", { name: "QR code with the secret below" })).toBeVisible();
  await findNothingSerious("the dialog with the QR code", page);
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  const code = dialog.getByLabel("Code from the app");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That code is wrong or has expired.")).toBeVisible();
  await expect(code).toBeFocused();
  // No time step is accepted twice: the setup uses the current one, and the next one is left for the sign-in.
  const first = codeOf(secret);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${first.slice(0, 3)} ${first.slice(3)}`,
  );
  await code.selectText();
  await page.keyboard.press("ControlOrMeta+v");
  await page.keyboard.press("Enter");

  const codes = page.getByRole("dialog", { name: "Backup codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const shown = await codes.getByRole("listitem").allTextContents();
  await page.keyboard.press("Escape");
  await codes.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join("\n"));
  const downloading = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("zonepost-backup-codes.txt");
  await codes.getByRole("button", { name: "I've saved them" }).click();
  await expect(secondFactor(page).getByText("10 backup codes left")).toBeVisible();

  await page.getByRole("button", { name: /Robin/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${panelUrl}/sign-in`);
  await page.goto("/sign-in?next=/settings/security");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/auth\/2fa-verify\?next=/);
  await page.getByLabel("Code", { exact: true }).fill(nextCodeOf(secret));
  await expect(page).toHaveURL(`${panelUrl}/settings/security`);

  await secondFactor(page).getByRole("button", { name: "Generate new codes" }).click();
  const renewed = page.getByRole("dialog", { name: "Your new backup codes" });
  await expect(renewed.getByRole("listitem")).toHaveCount(10);
  const fresh = await renewed.getByRole("listitem").allTextContents();
  expect(fresh.filter((one) => shown.includes(one))).toEqual([]);
  await renewed.getByRole("button", { name: "I've saved them" }).click();

  await secondFactor(page).getByRole("button", { name: "Turn off" }).click();
  const turnOff = page.getByRole("dialog", { name: "Turn off two-factor authentication?" });
  await turnOff.getByLabel("Code").fill(shown[0] ?? "");
  await turnOff.getByRole("button", { name: "Turn off" }).click();
  await expect(turnOff.getByText("That code is wrong or has expired.")).toBeVisible();
  await turnOff.getByLabel("Code").fill(fresh[0] ?? "");
  await turnOff.getByRole("button", { name: "Turn off" }).click();
  await expect(secondFactor(page).getByRole("button", { name: "Set up" })).toBeVisible();
  await page.context().close();
});

test("a password is changed with the current one, and errors appear at the field", async ({ browser }) => {
  const page = await openAs(browser, await makePerson(owner, { email, role: "member", name: "Robin" }));
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const current = dialog.getByLabel("Current password", { exact: true });
  const next = dialog.getByLabel("New password", { exact: true });
  await current.fill("not the password");
  await next.fill("too short");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Use at least 12 characters.")).toBeVisible();
  await next.fill("password1234");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(next).toHaveAttribute("aria-invalid", "true");
  await expect(next).toBeFocused();
  await next.fill("another good long phrase");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("That's not your password.")).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. Your other sessions were signed out.")).toBeVisible();

  await page.context().clearCookies({ name: "zonepost.session_token" });
  await page.goto("/sign-in?next=/settings");
  await signIn(page, email, "another good long phrase");
  await expect(page).toHaveURL(`${panelUrl}/settings`);
  await page.context().close();
});

test("sessions are listed with their devices, and can be ended", async ({ browser }) => {
  const page = await openAs(browser, await makePerson(owner, { email, role: "member", name: "Robin" }));
  const elsewhere = await browser.newContext({
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
  });
  const other = await elsewhere.newPage();
  await other.goto("/sign-in?next=/settings");
  await signIn(other, email);
  await expect(other.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();

  await page.goto("/settings/security");
  const list = page.getByRole("table", { name: "Sessions" });
  await expect(list.getByRole("row", { name: "Firefox on Windows" })).toContainText("Password");
  await expect(list.getByText("This device")).toHaveCount(1);
  await list.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(list.getByText("Firefox on Windows")).toHaveCount(0);
  await other.goto("/domains");
  await expect(other).toHaveURL(/\/sign-in\?next=/);

  await signIn(other, email);
  await expect(other.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(list.getByRole("row")).toHaveCount(2);
  await other.goto("/mail");
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await elsewhere.close();
  await page.context().close();
});

test("a profile is updated, and an email address only with the link sent to the new one", async ({
  browser,
}) => {
  const page = await openAs(browser, await makePerson(owner, { email, role: "member", name: "Robin" }));
  await page.goto("/settings");
  const details = page.getByRole("region", { name: "Your details" });
  await expect(details.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("Name").fill("");
  await page.getByLabel("Email language").selectOption("Deutsch");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name").fill("Robin Berg");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Robin Berg");
  await expect(page.getByLabel("Email language")).toHaveValue("de");

  const newEmail = newAddress("robin-new");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByLabel("New email address").fill(newEmail);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`We sent a link to ${newEmail}.`)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  expect(linkIn(await mailTo(newEmail, "email_change"))).toContain(`${panelUrl}/auth/email-change#token=`);
  await page.context().close();
});

test("features outside the role are hidden, and explain themselves when opened directly", async ({
  browser,
}) => {
  const page = await openAs(browser, await makePerson(owner, { email, role: "member", name: "Robin" }));
  await page.goto("/settings");
  const tabs = page.getByRole("navigation", { name: "Settings sections" });
  await expect(tabs.getByRole("link", { name: "Security" })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "API keys" })).toHaveCount(0);
  for (const path of ["/settings/api-keys", "/settings/api-keys/new", "/activity/audit-log"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "You don't have access" })).toBeVisible();
  }
  await page.context().close();
});
