import { expect, type Page } from "@playwright/test";
import { austin, berlin, makeContact } from "../support/contacts.ts";
import { test } from "../support/test.ts";

/** Opens the form and waits for its preview, which shows that it is interactive. */
async function open(page: Page, name: string) {
  await page.goto(`/domains/register?name=${name}`);
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary.getByText("€").or(summary.getByRole("alert")).first()).toBeVisible();
  return summary;
}

test("a name in its own script is found, priced and registered in a few steps", async ({ page }) => {
  await makeContact(berlin);
  await page.goto("/domains/search?q=lesebühne.org");
  await page.getByRole("link", { name: "Register lesebühne.org" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Register lesebühne.org" })).toBeVisible();
  const summary = page.getByRole("region", { name: "Summary" });
  await page
    .getByLabel("Registrant")
    .selectOption({ label: "Berta Linden · Linden & Töchter · berta@linden.example.com" });
  await expect(summary).toContainText("xn--lesebhne-b6a.org");
  await expect(summary).toContainText("€12.96");
  await expect(summary).toContainText("won't resolve until you add nameservers");
  await page.getByLabel("Years").selectOption("2");
  await expect(summary).toContainText("€25.92");
  await expect(summary).toContainText("for 2 years");
  await expect(page.getByRole("textbox", { name: "Nameservers" })).toHaveValue("");
  await page.getByRole("textbox", { name: "Nameservers" }).fill("ns1.example.net");
  await expect(page.getByText("Enter 2 to 13 nameservers, or none.")).toBeVisible();
  await expect(summary.getByRole("button", { name: /^Register/ })).toBeDisabled();
  await page.getByRole("textbox", { name: "Nameservers" }).fill("ns1.example.net\nns2.example.net");
  await summary.getByRole("button", { name: "Register for €25.92" }).click();
  await expect(page).toHaveURL(/\/domains\/xn--lesebhne-b6a\.org$/);
  await expect(page.getByRole("heading", { level: 1, name: "lesebühne.org" })).toBeVisible();
  await page.goto("/activity");
  const row = page.getByRole("row").filter({ hasText: "lesebühne.org" });
  await expect(row).toContainText("Registration");
  await expect(row).toContainText("Done");
  await row.getByRole("link").click();
  await expect(page.getByText("The domain is registered.")).toBeVisible();
  await expect(page.getByText("€25.92")).toBeVisible();
});

test("a contact that the TLD's registry refuses is reported at its field, and another can be created there", async ({
  page,
}) => {
  const joe = await makeContact(austin);
  const summary = await open(page, "tiny-print-works.eu");
  await page.getByLabel("Registrant").selectOption(joe.id);
  const refusal = "The registrant must be located in the European Union, Iceland, Liechtenstein or Norway";
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(summary.getByRole("button", { name: /^Register/ })).toBeDisabled();
  await page.getByRole("button", { name: "Add contact" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Name").fill("Ola Nordmann");
  await drawer.getByLabel("Email").fill("ola@nordmann.example.com");
  await drawer.getByLabel("Phone").fill("+47 22 12 34 56");
  await drawer.getByLabel("Street").fill("Karl Johans gate 1");
  await drawer.getByLabel("Postal code").fill("0154");
  await drawer.getByLabel("City").fill("Oslo");
  await drawer.getByLabel("Country", { exact: true }).selectOption("Norway");
  await drawer.getByRole("button", { name: "Add contact" }).click();
  await expect(drawer).toBeHidden();
  await summary.getByRole("button", { name: "Register for €8.94" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "tiny-print-works.eu" })).toBeVisible();

  // A domain's registrant can be edited, but not deleted.
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Ola Nordmann" }).click();
  await expect(drawer.getByText("One domain uses this contact")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "tiny-print-works.eu" })).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Delete contact" })).toBeDisabled();
});

test("a premium name is registered for the price shown", async ({ page }) => {
  const { id } = await makeContact(berlin);
  await open(page, "premium-orchard.com");
  await page.getByLabel("Registrant").selectOption(id);
  await page.getByRole("button", { name: "Register for €297.00" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "premium-orchard.com" })).toBeVisible();
});

test("an unavailable name, and one that fails at the registry, show what to do next", async ({ page }) => {
  await makeContact(berlin);
  await page.goto("/domains/register?name=taken-orchard.com");
  await expect(page.getByRole("alert").filter({ hasText: "You can't register this domain" })).toContainText(
    "already registered",
  );
  await expect(page.getByLabel("Registrant")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Register/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Transfer it in" }).click();
  await expect(page.getByLabel("Domain name")).toHaveValue("taken-orchard.com");

  const summary = await open(page, "fail-orchard.com");
  await expect(summary.getByRole("alert").filter({ hasText: "Couldn't get the price" })).toContainText(
    "The registry couldn't complete this",
  );
  await expect(summary.getByRole("button", { name: "Register", exact: true })).toBeDisabled();

  await page.goto("/domains/register");
  await page.getByRole("link", { name: "Find a domain" }).last().click();
  await expect(page).toHaveURL(/\/domains\/search$/);
});

test("the workspace's default nameservers are filled in for a new registration", async ({ page }) => {
  await page.goto("/settings/workspace");
  const field = page.getByRole("textbox", { name: "Nameservers" });
  const save = page.getByRole("button", { name: "Save nameservers" });
  // It is disabled while it saves, too. Leaving the page then would cancel the request.
  const saved = async () => {
    await expect(save).toBeDisabled();
    await expect(save).not.toHaveAttribute("data-loading", "true");
  };
  await field.fill("ns1.example.net\nns2");
  await save.click();
  await expect(field).toHaveAccessibleDescription(/Add a top-level domain/);
  await field.fill("ns1.example.net\nns2.example.net");
  await save.click();
  await saved();
  await open(page, "with-nameservers.com");
  await expect(field).toHaveValue("ns1.example.net\nns2.example.net");
  await page.goto("/settings/workspace");
  await field.fill("");
  await save.click();
  await saved();
});
