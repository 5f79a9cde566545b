import { expect } from "@playwright/test";
import { apiUrl, panelUrl } from "../support/installation.ts";
import { asDemoOwner, invite, newAddress } from "../support/people.ts";
import { test } from "../support/test.ts";

test("actions are described in the log, found with filters that can be shared, and exported", async ({
  page,
}) => {
  const email = newAddress("kim");
  const owner = await asDemoOwner();
  const { invitation } = await invite(owner, { email, role: "admin" });
  await owner.delete(`/workspace/invitations/${invitation.id}`);
  await owner.dispose();

  await page.goto("/activity/audit-log");
  const log = page.getByRole("table", { name: "Audit log" });
  const words = `invited ${email} as admin`;
  await expect(log.getByText(words)).toBeVisible();
  await expect(log.getByText(/: [a-z_]+\.[a-z_]+, /)).toHaveCount(0);
  await expect(log.getByText(`canceled the invitation to ${email}`)).toBeVisible();

  await page.getByLabel("Target").fill("kim-");
  await expect(page).toHaveURL(/what=kim-/);
  await page.getByLabel("Category").selectOption("Invitations");
  const shared = `${panelUrl}/activity/audit-log?what=kim-&kind=invitation`;
  await expect(page).toHaveURL(shared);
  await expect(log.getByText("signed in")).toHaveCount(0);
  // The router may still put back the address of the first filter before it shows that of both.
  await page.goto(shared);
  await expect(log.getByText(words)).toBeVisible();

  await log.getByRole("button", { name: words }).click();
  await expect(page).toHaveURL(/entry=aud_/);
  const entry = page.getByRole("dialog", { name: "Entry" });
  await expect(entry).toContainText("invitation.created");
  await expect(entry).toContainText("127.0.0.1");
  await entry.getByRole("button", { name: "Copy Request ID" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^req_/);
  await page.keyboard.press("Escape");
  await expect(entry).toHaveCount(0);

  const link = page.getByRole("link", { name: "Export CSV" });
  await expect(link).toHaveAttribute("href", `${apiUrl}/audit-log/export?action=invitation&target=kim-`);
  const downloading = page.waitForEvent("download");
  await link.click();
  const file = await (await downloading).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    chunks.push(chunk as Buffer);
  }
  const csv = Buffer.concat(chunks).toString("utf8");
  expect(csv).toContain(email);
  expect(csv).not.toContain("session.signed_in");

  await page.getByLabel("From", { exact: true }).fill("2001-01-01");
  await page.getByLabel("Until", { exact: true }).fill("2001-01-02");
  await expect(page.getByText("No entries match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(log.getByText(words)).toBeVisible();
});

test("earlier entries load on request", async ({ page }) => {
  const owner = await asDemoOwner();
  const { name } = (await (await owner.get("/workspace")).json()) as { name: string };
  for (let count = 0; count < 51; count += 1) {
    await owner.patch("/workspace", { data: { name: count % 2 === 0 ? `${name} ${count}` : name } });
  }
  await owner.patch("/workspace", { data: { name } });
  await owner.dispose();
  await page.goto("/activity/audit-log?kind=workspace");
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
  await expect(rows).toHaveCount(51);
  await page.getByRole("button", { name: "Show earlier entries" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(51);
});

test("a failed sign-in is listed too", async ({ page }) => {
  const owner = await asDemoOwner();
  await owner.post("/auth/sign-in/email", {
    data: { email: "owner@demo.test", password: "not the password" },
  });
  await page.goto("/activity/audit-log?kind=session");
  await expect(page.getByText("A sign-in as owner@demo.test failed with a password").first()).toBeVisible();
  await owner.dispose();
});
