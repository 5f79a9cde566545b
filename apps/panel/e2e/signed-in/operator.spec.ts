import { type APIRequestContext, expect } from "@playwright/test";
import type { Order } from "@zonepost/schema";
import { findNothingSerious } from "../support/axe.ts";
import { newName, register } from "../support/domains.ts";
import { demo } from "../support/installation.ts";
import { asDemoOwner, send, signIn } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";
import { test } from "../support/test.ts";

// The operator has a session of their own.
test.use({ storageState: { cookies: [], origins: [] } });

/** Registers a domain, and returns its payment once the order is done. */
async function pay(api: APIRequestContext, name: string): Promise<string> {
  const { orderId } = await register(api, name);
  let order: Order | undefined;
  await expect
    .poll(async () => {
      order = (await (await api.get(`/orders/${orderId}`)).json()) as Order;
      return order.state;
    })
    .toBe("completed");
  return order?.paymentId ?? "";
}

test("the operator accepts a dispute, and refunds a payment of which the customer keeps the goods", async ({
  page,
}) => {
  const owner = await asDemoOwner();
  const disputed = await pay(owner, newName("disputed"));
  await send(owner, `/sandbox/payments/${disputed}/dispute`, {});
  const name = newName("kept");
  const refunded = await pay(owner, name);

  await page.goto("/operator/payments");
  await signIn(page, "operator@demo.test", demo.password);
  await expect(page).toHaveURL(/\/operator\/payments$/);
  const needing = page.getByRole("region", { name: "Needs you" });
  await expect(needing.getByText("Dispute", { exact: true }).first()).toBeVisible();
  await expect(needing.getByText(/^Respond by \d+ \w+ \d{4}, \d\d:\d\d [A-Z]+/).first()).toBeVisible();
  await findNothingSerious("the payments of all workspaces", page);

  await page.goto(`/operator/payments?payment=${disputed}`);
  const drawer = page.getByRole("dialog", { name: /^Demo/ });
  await drawer.getByRole("button", { name: "Accept dispute" }).press("Enter");
  await askForStepUp(page, "operator.acceptDispute");
  const accept = page.getByRole("dialog", { name: "Accept this dispute?" });
  await accept.getByLabel("Reason").fill("The customer is right");
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Confirm it's you" })
    .getByLabel("Password", { exact: true })
    .fill(demo.password);
  await page.keyboard.press("Enter");
  await expect(accept).toHaveCount(0);
  await expect(drawer.getByRole("region", { name: "Disputes and fraud warnings" })).toContainText("Lost");
  await expect(drawer.getByRole("button", { name: "Accept dispute" })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/operator/payments?payment=${refunded}`);
  await drawer.getByRole("button", { name: "Refund", exact: true }).press("Enter");
  const refund = page.getByRole("dialog", { name: "Refund this payment" });
  await refund.getByRole("checkbox", { name: `Registration of ${name}` }).check();
  await expect(refund.getByText("This deletes a domain")).toBeVisible();
  await refund.getByRole("checkbox", { name: "Let the customer keep what they paid for" }).check();
  await expect(refund.getByText("This deletes a domain")).toHaveCount(0);
  await findNothingSerious("the operator's refund at 390 pixels", page);
  await refund.getByLabel("Reason").fill("A gesture of goodwill");
  await page.keyboard.press("Enter");
  await expect(refund).toHaveCount(0);
  await expect(drawer.getByRole("region", { name: "Refunds" })).toContainText("A gesture of goodwill");
  expect((await owner.get(`/domains/${name}`)).status()).toBe(200);
  await owner.dispose();
});
