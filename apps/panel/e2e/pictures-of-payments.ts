import type { APIRequestContext, Page } from "@playwright/test";
import type { PaymentMethod } from "@zonepost/schema";
import { saveCardOnHostedPage } from "./support/cards.ts";

// Pictures for screenshots.ts: saved cards, from an empty list to their removal.

type Step = (page: Page) => Promise<unknown>;
type Camera = { shoot(name: string, step: Step): Promise<void>; owner: APIRequestContext };

const open = (path: string) => (page: Page) => page.goto(path);

async function openCardPage(page: Page) {
  await page.goto("/payments");
  await page.getByRole("button", { name: "Add card" }).click();
  await page.getByRole("heading", { name: "Save a card" }).waitFor();
}

/** Replaces the cards. The owner must have signed in within the last ten minutes. */
export async function shootPayments({ shoot, owner }: Camera) {
  for (const { id } of (await (await owner.get("/payment-methods")).json()) as PaymentMethod[]) {
    await owner.delete(`/payment-methods/${id}`);
  }
  await shoot("58-payments-empty", open("/payments"));
  await shoot("58-payments-left", open("/payments?adding=card"));
  await shoot("58-card-page", openCardPage);
  const { now } = (await (await owner.get("/sandbox/clock")).json()) as { now: string };
  const thisMonth = `${now.slice(5, 7)} / ${now.slice(0, 4)}`;
  await owner.post("/sandbox/payment-methods", { data: { number: "4242424242424242" } });
  let returned: string | undefined;
  await shoot("59-payments-added", async (page) => {
    if (returned === undefined) {
      await openCardPage(page);
      await saveCardOnHostedPage(page, { number: "4000000000000341", expiry: thisMonth });
      await page.getByText("was added").waitFor();
      await openCardPage(page);
      const back = page.waitForRequest((sent) => sent.isNavigationRequest() && /cardPage=/.test(sent.url()));
      await saveCardOnHostedPage(page, { number: "5555555555554444", expiry: "08 / 2034" });
      returned = (await back).url();
    } else {
      await page.goto(returned);
    }
    await page.getByText("was added").waitFor();
  });
  await shoot("59-payments", open("/payments"));
  const openMenu = async (page: Page) => {
    await page.goto("/payments");
    await page.getByRole("button", { name: "Actions for Mastercard ending in 4444" }).click();
    await page.getByRole("menuitem", { name: "Make default" }).waitFor();
  };
  await shoot("59-card-menu", openMenu);
  await shoot("59-card-remove", async (page) => {
    await page.goto("/payments");
    await page.getByRole("button", { name: "Actions for Visa ending in 4242" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("dialog").waitFor();
  });
}
