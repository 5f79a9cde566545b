import { expect } from "@playwright/test";
import { zoneCookie } from "../src/i18n/zone.ts";
import { demo, signedInState } from "./support/installation.ts";
import { test } from "./support/test.ts";

test("a person signs in with e-mail and password and lands where they wanted to go", async ({ page }) => {
  await page.goto("/domains?sort=expiresAt");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdomains%3Fsort%3DexpiresAt$/);
  await page.getByLabel("Email").fill(demo.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible();
  await page.getByRole("button", { name: "Fill in the demo account" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/domains\?sort=expiresAt$/);
  await expect(page.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain(zoneCookie);
  await page.context().storageState({ path: signedInState });
});
