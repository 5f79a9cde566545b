import { expect } from "@playwright/test";
import { panelUrl } from "../support/installation.ts";
import {
  asDemoOwner,
  linkIn,
  mailTo,
  makePerson,
  newAddress,
  removePeople,
  send,
  signIn,
} from "../support/people.ts";
import { test } from "../support/test.ts";

test("a forgotten password is reset with a link that works once", async ({ page }) => {
  const email = newAddress("rune");
  const owner = await asDemoOwner();
  await (await makePerson(owner, { email, role: "read_only", name: "Rune" })).dispose();

  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.getByLabel("Email").fill("unknown@nowhere.test");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If unknown@nowhere.test has an account here")).toBeVisible();
  await page.getByRole("button", { name: "Use another address" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible();

  const link = linkIn(await mailTo(email, "password_reset"));
  await page.goto(link);
  await expect(page).toHaveURL(`${panelUrl}/auth/password-reset`);
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("too short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  await field.fill("123456789012");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("quite another pass phrase");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, email, "quite another pass phrase");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  await page.goto("about:blank");
  await page.goto(link);
  await field.fill("yet another pass phrase");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This link has expired" })).toBeVisible();
  await removePeople(owner, email);
  await owner.dispose();
});

test("a new address is confirmed with a button, never by only opening the link", async ({ page }) => {
  const email = newAddress("before");
  const newEmail = newAddress("after");
  const owner = await asDemoOwner();
  const person = await makePerson(owner, { email, role: "read_only", name: "Mika" });
  await send(person, "/auth/email/change", { newEmail });
  const link = linkIn(await mailTo(newEmail, "email_change"));
  const addresses = async () =>
    ((await (await owner.get("/workspace/members")).json()) as { email: string }[]).map((one) => one.email);

  await page.goto(link);
  await expect(page).toHaveURL(`${panelUrl}/auth/email-change`);
  await expect(page.getByRole("button", { name: "Use this address" })).toBeVisible();
  expect(await addresses()).toContain(email);
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByRole("heading", { name: "Email address changed" })).toBeVisible();
  expect(await addresses()).toContain(newEmail);

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This link has expired" })).toBeVisible();
  await page.goto("/auth/email-change");
  await removePeople(owner, newEmail);
  await person.dispose();
  await owner.dispose();
});
