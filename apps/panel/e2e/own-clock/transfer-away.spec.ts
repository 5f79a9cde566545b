import { expect } from "@playwright/test";
import { readDomain } from "../support/domains.ts";
import { test } from "../support/own-sandbox.ts";
import { askForStepUp } from "../support/step-up.ts";

test("outgoing transfers appear among the operations, and are answered there after a step-up", async ({
  page,
  sandbox: { api, otherSide },
}) => {
  const name = "fieldnote-press.net";
  const status = async () => (await readDomain(api, name)).status;
  expect((await api.patch(`/domains/${name}`, { data: { locked: false } })).status()).toBeLessThan(500);
  const answer = await api.post(`/domains/${name}/auth-code`);
  expect(answer.ok(), await answer.text()).toBe(true);
  const { authCode } = (await answer.json()) as { authCode: string };

  await otherSide.otherRegistrarRequestsTransfer(name, authCode);
  await expect.poll(status, { timeout: 180_000 }).toBe("pending_transfer");
  await page.goto("/domains");
  await page.getByRole("link", { name: "Activity" }).click();
  const row = page.getByRole("row").filter({ hasText: name }).first();
  await expect(row).toContainText("Action required");
  await row.getByRole("link").click();
  await expect(page.getByText(/You have until/)).toContainText(/in [45] days/);
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("The domain stays with you.")).toBeVisible();
  await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  expect(await status()).toBe("active");

  await otherSide.otherRegistrarRequestsTransfer(name, authCode);
  await expect.poll(status, { timeout: 180_000 }).toBe("pending_transfer");
  await page.goto("/activity");
  await page.getByRole("row").filter({ hasText: "Action required" }).getByRole("link").click();
  await askForStepUp(page, "domains.operations.approve");
  await page.getByRole("button", { name: "Approve" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Password", { exact: true }).fill("zonepost-demo-password");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The domain has been transferred to the other registrar.")).toBeVisible();
});
