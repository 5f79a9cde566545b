import { expect } from "@playwright/test";
import { asDemoOwner, invite, makePerson, newAddress, password, removePeople } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";
import { test } from "../support/test.ts";

test("an owner changes a member's role and domains, and can't leave as the last owner", async ({ page }) => {
  const email = newAddress("jule");
  const owner = await asDemoOwner();
  await (await makePerson(owner, { email, role: "member", name: "Jule" })).dispose();
  await page.goto("/settings/people");
  const members = page.getByRole("table", { name: "Members" });
  const row = members.getByRole("row", { name: email });
  await expect(row).toContainText("Member");

  await row.getByRole("button", { name: "Actions for Jule" }).click();
  await page.getByRole("menuitem", { name: "Change access" }).click();
  const dialog = page.getByRole("dialog", { name: "Change access for Jule" });
  await dialog.getByRole("radio", { name: "Selected domains" }).check();
  await dialog.getByRole("combobox", { name: "Domains" }).fill("tide");
  await page.getByRole("option", { name: "tidecharts.io" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("tidecharts.io only");

  await members.getByRole("row", { name: "(you)" }).getByRole("button").click();
  await page.getByRole("menuitem", { name: "Leave workspace" }).click();
  await page.getByRole("button", { name: "Leave workspace" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You're the only owner" })).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();

  await page.getByRole("button", { name: "Transfer" }).click();
  const handOver = page.getByRole("dialog", { name: /^Transfer ownership/ });
  await handOver.getByRole("combobox", { name: "New owner" }).click();
  await page.getByRole("option", { name: `Jule, ${email}` }).click();
  await expect(handOver).toContainText("Jule gets full access");
  await expect(handOver.getByRole("button", { name: "Transfer ownership" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await removePeople(owner, email);
  await owner.dispose();
});

test("an admin confirms their identity to invite, re-invite and promote admins", async ({ browser }) => {
  const [ada, jule, kim] = [newAddress("ada"), newAddress("jule"), newAddress("kim")];
  const owner = await asDemoOwner();
  const person = await makePerson(owner, { email: ada, role: "admin", name: "Ada" });
  const limited = { role: "member" as const, domainNames: ["tidecharts.io"] };
  await (await makePerson(owner, { ...limited, email: jule, name: "Jule" })).dispose();
  const context = await browser.newContext({ storageState: await person.storageState() });
  const page = await context.newPage();
  await page.goto("/settings/people");
  const confirm = async () => {
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    await proof.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(proof).toHaveCount(0);
  };

  await askForStepUp(page, "invitations.create");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const inviting = page.getByRole("dialog", { name: "Invite" });
  await inviting.getByLabel("Email").fill(kim);
  await inviting.getByRole("radio", { name: "Admin" }).check();
  await inviting.getByRole("button", { name: "Send invitation", exact: true }).click();
  await confirm();
  await expect(inviting).toHaveCount(0);
  const invited = page.getByRole("table", { name: "Invitations" }).getByRole("row", { name: kim });
  await expect(invited).toContainText("Admin");

  await askForStepUp(page, "invitations.resend");
  await invited.getByRole("button", { name: "Resend" }).click();
  await confirm();
  await expect(page.getByRole("status").filter({ hasText: `Invitation resent to ${kim}` })).toBeVisible();

  await askForStepUp(page, "members.update");
  const row = page.getByRole("table", { name: "Members" }).getByRole("row", { name: jule });
  await row.getByRole("button", { name: "Actions for Jule" }).click();
  await page.getByRole("menuitem", { name: "Change access" }).click();
  const dialog = page.getByRole("dialog", { name: "Change access for Jule" });
  await dialog.getByRole("radio", { name: "Admin" }).check();
  await expect(dialog.getByRole("radio", { name: "Selected domains" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save" }).click();
  await confirm();
  await expect(row).toContainText("Admin");
  await expect(row).not.toContainText("tidecharts.io");
  await context.close();
  await person.dispose();
  await removePeople(owner, ada, jule);
  await owner.dispose();
});

test("a member limited to some domains sees neither webhooks nor contact details, and why", async ({
  browser,
}) => {
  const email = newAddress("mia");
  const owner = await asDemoOwner();
  const person = await makePerson(owner, {
    email,
    role: "member",
    domainNames: ["tidecharts.io"],
    name: "Mia",
  });
  const context = await browser.newContext({ storageState: await person.storageState() });
  const page = await context.newPage();
  for (const [path, reason] of [
    ["/webhooks", "Your access is limited to some domains, and viewing webhooks"],
    ["/webhooks/new", "Your role is member, which doesn't allow adding webhook endpoints"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "You don't have access" })).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
  await page.goto("/domains/tidecharts.io/contacts");
  const registrant = page.getByRole("region", { name: "Registrant" });
  await expect(registrant).toContainText("You don't have permission to view this contact.");
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeDisabled();
  await context.close();
  await person.dispose();
  await removePeople(owner, email);
  await owner.dispose();
});

test("an invitation is resent and canceled, and an address can only be invited once", async ({ page }) => {
  const email = newAddress("lena");
  const owner = await asDemoOwner();
  await invite(owner, { email, role: "read_only" });
  await page.goto("/settings/people");
  const row = page.getByRole("table", { name: "Invitations" }).getByRole("row", { name: email });
  await row.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("status").filter({ hasText: `Invitation resent to ${email}` })).toBeVisible();

  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect(page.getByText("This person is already invited")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave", exact: true }).click();

  await row.getByRole("button", { name: "Cancel the invitation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel invitation" }).click();
  await expect(row).toHaveCount(0);
  await owner.dispose();
});

test("a renamed workspace shows its new name immediately", async ({ page }) => {
  await page.goto("/settings/workspace");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const before = await name.inputValue();
  await name.fill(`${before} and friends`);
  await save.click();
  await expect(page.getByRole("banner")).toContainText(`${before} and friends`);
  // The banner is also read regularly, and may be ahead of the form, which would undo the old name as unedited.
  await expect(save).not.toHaveAttribute("data-loading", "true");
  await name.fill(before);
  await save.click();
  await expect(page.getByRole("banner")).not.toContainText("and friends");
});
