import { expect } from "@playwright/test";
import { panelUrl, signedInState } from "../support/installation.ts";
import {
  asDemoOwner,
  asOtherOwner,
  invite,
  linkIn,
  mailTo,
  makePerson,
  newAddress,
  password,
  removePeople,
  signIn,
} from "../support/people.ts";
import { openWithoutScripts, test } from "../support/test.ts";

test("an owner invites, and a new person joins with a name and a password, within the role's limits", async ({
  page,
  browser,
}) => {
  const email = newAddress("vera");
  const owner = await (await browser.newContext({ storageState: signedInState })).newPage();
  await owner.goto("/settings/people");
  await owner.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Enter an email address, such as dana@example.com.")).toBeVisible();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: "Read-only" }).check();
  await dialog.getByRole("radio", { name: "Selected domains" }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Choose at least one domain.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Domains" }).fill("open-orchard");
  await owner.getByRole("option", { name: "open-orchard.org" }).click();
  await owner.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toHaveCount(0);
  const invitations = owner.getByRole("table", { name: "Invitations" });
  await expect(invitations.getByRole("row", { name: email })).toContainText("Pending");
  await expect(invitations.getByRole("row", { name: email })).toContainText("open-orchard.org only");

  await page.goto("/sandbox/outbox");
  await page.getByRole("button", { name: email }).click();
  await page.getByRole("link", { name: "Open invitation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Join / })).toBeVisible();
  await expect(page).toHaveURL(/\/invitations\/inv_[a-z0-9]+$/);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText("open-orchard.org")).toBeVisible();
  await page.reload();
  await page.getByLabel("Your name").fill("Vera Brandt");
  await page.getByLabel("Password", { exact: true }).fill("too short");
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("password1234");
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page).toHaveURL(`${panelUrl}/domains?welcome=true`);
  await expect(page.getByRole("status").filter({ hasText: "Welcome to" })).toContainText("Read-only");
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "open-orchard.org" })).toBeVisible();
  const places = page.getByRole("navigation", { name: "Main navigation" }).first();
  await expect(places.getByRole("link", { name: "Mail" })).toBeVisible();
  await expect(places.getByRole("link", { name: "Webhooks" })).toHaveCount(0);
  await page.goto("/settings/people");
  await expect(page.getByText("You don't have access")).toBeVisible();

  await owner.reload();
  const member = owner.getByRole("table", { name: "Members" }).getByRole("row", { name: email });
  await expect(member).toContainText("Vera Brandt");
  await expect(member).toContainText("Read-only");
  await expect(invitations.getByRole("row", { name: email })).toHaveCount(0);

  await member.getByRole("button", { name: "Actions for Vera Brandt" }).click();
  // The open page notices, and reloads.
  const reloaded = page.waitForEvent("load");
  await owner.getByRole("menuitem", { name: "Remove from workspace" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove from workspace" }).click();
  await expect(member).toHaveCount(0);
  await reloaded;
  await expect(page.getByRole("heading", { level: 1, name: "You aren't in a workspace" })).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Vera Brandt");
  await owner.context().close();
});

test("a person with an account joins another workspace by signing in, and switches between the two", async ({
  page,
}) => {
  const email = newAddress("ida");
  const owner = await asDemoOwner();
  const other = await asOtherOwner();
  await (await makePerson(owner, { email, role: "member", name: "Ida Lund" })).dispose();
  const { link } = await invite(other, { email, role: "admin" });

  await page.goto(link);
  await page.getByRole("link", { name: `Sign in as ${email} to join` }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Finvitations%2Finv_/);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/invitations\/inv_[a-z0-9]+$/);
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page.getByRole("status").filter({ hasText: "Welcome to" })).toContainText("Admin");
  await expect(page.getByRole("link", { name: "granite-legal.com" })).toBeVisible();

  await page.getByRole("button", { name: /switch workspace$/ }).click();
  const items = page.getByRole("menu").getByRole("menuitem");
  await expect(items).toHaveCount(2);
  await items.filter({ hasText: "Member" }).click();
  await expect(page).toHaveURL(`${panelUrl}/`);
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: /^Domains/ })
    .click();
  await expect(page.getByRole("link", { name: "open-orchard.org" })).toBeVisible();
  await expect(page.getByRole("link", { name: "granite-legal.com" })).toHaveCount(0);

  await removePeople(owner, email);
  await removePeople(other, email);
  await owner.dispose();
  await other.dispose();
});

test("an invitation can't be accepted with another address", async ({ browser }) => {
  const email = newAddress("noor");
  const owner = await asDemoOwner();
  const { invitation, link } = await invite(owner, { email, role: "member" });
  const page = await (await browser.newContext({ storageState: signedInState })).newPage();
  await page.goto(link);
  await expect(page.getByText(`but this invitation is for ${email}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Join / })).toHaveCount(0);
  await page.context().close();
  await owner.delete(`/workspace/invitations/${invitation.id}`);
  await owner.dispose();
});

/** Opens a link to the same page just before Next's router puts back its own address, as when it updates itself. */
function openAndPutBack(link: string) {
  const before = window.location.href;
  window.location.href = link;
  window.history.replaceState(window.history.state, "", before);
}

test("a link opened while its page still loads is not lost", async ({ page }) => {
  const owner = await asDemoOwner();
  const { invitation, link } = await invite(owner, { email: newAddress("lior"), role: "billing" });
  const { release } = await openWithoutScripts(page, `/invitations/${invitation.id}`);
  await expect(page.locator("[aria-busy=true]").first()).toBeVisible();
  await page.evaluate(openAndPutBack, link);
  await release();
  await expect(page.getByRole("button", { name: /^Join / })).toBeVisible();
  await owner.delete(`/workspace/invitations/${invitation.id}`);
  await owner.dispose();
});

test("truncated, replaced and canceled links are explained, and unconfigured providers are not offered", async ({
  page,
}) => {
  const email = newAddress("kaya");
  const owner = await asDemoOwner();
  const { invitation, link } = await invite(owner, { email, role: "billing" });

  await page.goto(`/invitations/${invitation.id}`);
  await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
  await page.evaluate(openAndPutBack, link);
  await expect(page.getByRole("button", { name: /^Join / })).toBeVisible();
  await expect(page.getByText(/Google|GitHub|or join with/)).toHaveCount(0);

  await owner.post(`/workspace/invitations/${invitation.id}/resend`);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await expect.poll(async () => linkIn(await mailTo(email, "invitation")) !== link).toBe(true);
  const newer = linkIn(await mailTo(email, "invitation"));
  await owner.delete(`/workspace/invitations/${invitation.id}`);
  await page.goto(newer);
  await expect(page.getByRole("heading", { name: "This invitation was canceled" })).toBeVisible();
  await owner.dispose();
});

test("a person without a password joins and leaves again", async ({ page }) => {
  const email = newAddress("tomke");
  const owner = await asDemoOwner();
  const { link } = await invite(owner, { email, role: "member" });
  await page.goto(link);
  await page.getByLabel("Your name").fill("Tomke");
  await page.getByRole("radio", { name: "Without a password" }).check();
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(page.getByRole("status").filter({ hasText: "Welcome to" })).toContainText("Member");

  await page.goto("/settings/workspace");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByRole("button", { name: "Leave workspace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You aren't in a workspace" })).toBeVisible();
  await owner.dispose();
});
