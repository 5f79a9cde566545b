import { expect } from "@playwright/test";
import { codeOf, nextCodeOf } from "../support/authenticator.ts";
import { panelUrl } from "../support/installation.ts";
import { asDemoOwner, makePerson, newAddress, removePeople, send, signIn } from "../support/people.ts";
import { test } from "../support/test.ts";

test("the second factor is required after the password, on every page, and continues to the requested page", async ({
  page,
}) => {
  const email = newAddress("sam");
  const owner = await asDemoOwner();
  const person = await makePerson(owner, { email, role: "member", name: "Sam" });
  const { secret } = await send<{ secret: string }>(person, "/auth/two-factor/enable", {});
  // No time step is accepted twice: the next one is left for the sign-in.
  const { backupCodes } = await send<{ backupCodes: string[] }>(person, "/auth/two-factor/confirm", {
    code: codeOf(secret),
  });

  await page.goto("/sign-in?next=/webhooks");
  await signIn(page, email);
  await expect(page).toHaveURL(`${panelUrl}/auth/2fa-verify?next=%2Fwebhooks`);
  await page.goto("/mail?q=a");
  await expect(page).toHaveURL(`${panelUrl}/auth/2fa-verify?next=%2Fmail%3Fq%3Da`);
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  await code.pressSequentially("000000");
  await expect(page.getByText("That code is wrong or has expired.")).toBeVisible();
  await expect(code).toHaveValue("");
  await expect(code).toBeFocused();

  const right = nextCodeOf(secret);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${right.slice(0, 3)} ${right.slice(3)}`,
  );
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page).toHaveURL(`${panelUrl}/mail?q=a`);

  await page.context().clearCookies();
  await page.goto("/auth/2fa-verify?next=//evil.example/");
  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(page, email);
  await page.getByRole("button", { name: "Use a backup code instead" }).click();
  await page.getByLabel("Trust this browser for 30 days").check();
  await page.getByLabel("Backup code", { exact: true }).fill("aaaa");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Enter all 16 letters and digits.")).toBeVisible();
  await page.getByLabel("Backup code", { exact: true }).fill(backupCodes[0] ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(`${panelUrl}/`);

  await page.context().clearCookies({ name: "zonepost.session_token" });
  await page.goto("/sign-in");
  await signIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await removePeople(owner, email);
  await person.dispose();
  await owner.dispose();
});
