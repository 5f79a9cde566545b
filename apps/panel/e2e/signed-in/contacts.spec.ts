import { expect } from "@playwright/test";
import { demo } from "../support/installation.ts";
import { test } from "../support/test.ts";

test("a contact is created, found, updated and deleted", async ({ page }) => {
  await page.goto("/domains");
  await page.getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
  await page.getByRole("button", { name: "Add contact" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Add contact" }).click();
  await expect(drawer.getByText("Enter a name.").first()).toBeVisible();
  await expect(drawer.getByLabel("Name")).toBeFocused();
  await drawer.getByLabel("Name").fill("Uma Schreiber");
  await drawer.getByLabel("Email").fill("uma@schreiber.example.com");
  await drawer.getByLabel("Phone").fill("030 123456");
  await drawer.getByLabel("Street").fill("Am Kai 3\nHinterhaus");
  await drawer.getByLabel("Postal code").fill("123");
  await drawer.getByLabel("City").fill("Hamburg");
  await drawer.getByLabel("Country", { exact: true }).selectOption("Germany");
  await drawer.getByRole("button", { name: "Add contact" }).click();
  await expect(drawer.getByText("Start the phone number with + and the country code")).toBeVisible();
  await drawer.getByLabel("Phone").fill("+49 40 123456");
  await drawer.getByRole("button", { name: "Add contact" }).click();
  // Errors that only the API can detect appear at their field, too.
  await expect(drawer.getByText("Postal codes in DE have 5 digits.")).toBeVisible();
  await expect(drawer.getByLabel("Postal code")).toBeFocused();
  await drawer.getByLabel("Postal code").fill("20457");

  // What was typed survives Escape, Back and the end of the session.
  const leave = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.keyboard.press("Escape");
  await leave.getByRole("button", { name: "Keep editing" }).click();
  await expect(leave).toBeHidden();
  await page.evaluate(() => window.history.back());
  await leave.getByRole("button", { name: "Keep editing" }).click();
  await expect(leave).toBeHidden();
  await expect(page).toHaveURL(/\/contacts\?contact=new$/);
  // Whatever the page reads regularly would notice the end first.
  await page.route("**/trpc/**", (route) =>
    route.request().method() === "GET" ? route.abort() : route.fallback(),
  );
  await page.context().clearCookies({ name: "zonepost.session_token" });
  await drawer.getByRole("button", { name: "Add contact" }).click();
  const signIn = page.getByRole("dialog", { name: "Sign in again" });
  await signIn.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.unroute("**/trpc/**");
  await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(signIn).toBeHidden();
  await expect(drawer).toBeHidden();

  await page.getByLabel("Filter by name, email or location").fill("schreiber");
  await page.getByRole("button", { name: "Uma Schreiber" }).click();
  await expect(page).toHaveURL(/contact=con_/);
  await drawer.getByLabel("Organization").fill("Schreiber & Co");
  await page.evaluate(() => window.history.back());
  await leave.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
  await page.goForward();
  await expect(drawer.getByLabel("Organization")).toHaveValue("");
  await drawer.getByLabel("Organization").fill("Schreiber & Co");
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Schreiber & Co" })).toContainText("Hamburg, Germany");

  await page.getByRole("button", { name: "Uma Schreiber" }).click();
  await drawer.getByRole("button", { name: "Delete contact" }).click();
  await drawer.getByRole("button", { name: "Delete contact" }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText("Uma Schreiber")).toHaveCount(0);
});
