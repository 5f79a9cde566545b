import { type BrowserContextOptions, expect, type Page } from "@playwright/test";
import type { ApiKeyCreated, MailAccountCreated, Payment, WebhookEndpointCreated } from "@zonepost/schema";
import { findNoViolation } from "../support/axe.ts";
import { makeContact, newName, register } from "../support/domains.ts";
import { panelUrl, signedInState } from "../support/installation.ts";
import { findNothingOverlapping, layoutShift } from "../support/layout.ts";
import { asOtherOwner, send } from "../support/people.ts";
import { watchPolicy } from "../support/policy.ts";
import { test } from "../support/test.ts";
import { budgets, type WeighedPage, weighedPages, weighOpenPage } from "./page-weight.ts";

// Each call to the page contains axe's source, and a trace would store it a hundred times.
test.use({ trace: "off", screenshot: "only-on-failure" });

/** Pages that load the same files as one of those weighed. */
const furtherPages: WeighedPage[] = [
  "/domains/search",
  "/domains/search?q=premium-tea",
  "/domains/register",
  "/domains/basket",
  "/domains/transfer/list",
  "/payments/orders",
  "/webhooks/signature-doctor",
  "/domains/hofladen-brandt.de/dnssec",
  "/domains/not-registered.com",
].map((path) => ({ path, budget: budgets.other }));

const pages = [...weighedPages, ...furtherPages];
/** The tabs of mail are inspected below, with active mail. */
const isMailTab = (path: string) => /^\/mail\/[^/]+\.[^/]+\//.test(path);
const signedInPages = pages.filter(({ path, isSignedOut }) => !isSignedOut && !isMailTab(path));
const signedOutPages = pages.filter(({ isSignedOut }) => isSignedOut);

/** A fiftieth of the window may move while a page loads. */
const mostLayoutShift = 0.02;

async function inspect(page: Page, refused: string[], { path, budget }: { path: string; budget: number }) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await expect(
    page
      .getByRole("heading", { level: 1 })
      .or(page.getByRole("heading", { name: "Not found" }))
      .first(),
  ).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page).toHaveTitle(/Zonepost$/);
  const { script } = await weighOpenPage(page);
  expect(await layoutShift(page), "layout shift").toBeLessThanOrEqual(mostLayoutShift);
  expect(script, "the scripts are counted").toBeGreaterThan(50_000);
  expect(script, "bytes of compressed JavaScript").toBeLessThanOrEqual(budget);
  expect(refused).toEqual([]);
  // A mail may run no script, so axe can't inspect the frame that shows it, and would wait indefinitely.
  for (const frame of await page.locator("iframe").all()) {
    await frame.evaluate((element) => element.remove());
  }
  // Neither rules nor names depend on the width or the theme, whose contrast `ui/contrast.test.ts` computes.
  await findNoViolation(path, page);
  await findNothingOverlapping(page, path);
  // Axe inserts its own scripts, whose violations of the policy don't count.
  refused.length = 0;
}

const promise =
  "is accessible, fits every width, follows its content policy and stays within its JavaScript budget";

/** Each page reuses the files of those before it, which still count. */
function inspectEach(paths: readonly WeighedPage[], storageState: BrowserContextOptions["storageState"]) {
  let page: Page;
  let refused: string[];
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext({ baseURL: panelUrl, storageState });
    page = await context.newPage();
    refused = await watchPolicy(page);
  });
  test.afterAll(() => page.context().close());
  for (const { path, budget } of paths) {
    test(`${path} ${promise}`, () => inspect(page, refused, { path, budget }));
  }
}

test.describe("signed in", () => {
  inspectEach(signedInPages, signedInState);
});

test.describe("signed out", () => {
  inspectEach(signedOutPages, { cookies: [], origins: [] });
});

test(`the page of an operation, an order, an endpoint, a key, a payment, a receipt, active mail and a zone ${promise}`, async ({
  browser,
}) => {
  // In the other workspace, because other tests expect the first one's lists to be empty.
  const owner = await asOtherOwner();
  const name = newName("inspected");
  const operation = await register(owner, name);
  await send(owner, "/me/mail/activate", { domainName: name, planSlug: "starter" });
  const account = await send<MailAccountCreated>(owner, `/me/mail/${name}/accounts`, {
    localPart: "info",
    displayName: "Info",
  });
  await send(owner, `/me/mail/${name}/aliases`, {
    fromAddress: `*@${name}`,
    toAddress: "everything@elsewhere.example",
  });
  const endpoint = await send<WebhookEndpointCreated>(owner, "/webhooks/outbound", {
    url: "https://receiver.example.com/hooks",
    events: ["*"],
  });
  const key = await send<ApiKeyCreated>(owner, "/api-keys", { name: "Reader", scopes: ["domains:read"] });
  const [payment] = (await (await owner.get("/payments")).json()) as Payment[];
  // Without the sandbox's nameservers, there are no zones.
  const zone = await owner.post("/zones", { data: { name, zoneFile: "www 300 IN A 192.0.2.1" } });
  const zoneTabs = zone.ok() ? ["", "/history", "/nameservers", "/settings"] : [];
  const context = await browser.newContext({
    baseURL: panelUrl,
    storageState: await owner.storageState(),
  });
  await owner.dispose();
  const page = await context.newPage();
  const refused = await watchPolicy(page);
  for (const path of [
    ...zoneTabs.map((tab) => `/zones/${name}${tab}`),
    `/domains/operations/${operation.id}`,
    `/payments/orders/${operation.orderId}`,
    `/webhooks/${endpoint.id}`,
    `/settings/api-keys/${key.id}`,
    `/payments/${payment?.id}`,
    `/payments/${payment?.id}/receipt`,
    ...["", "/accounts", `/accounts/${account.id}`, "/aliases", "/dns", "/messages", "/usage"].map(
      (tab) => `/mail/${name}${tab}`,
    ),
  ]) {
    await inspect(page, refused, { path, budget: budgets.other });
  }
  await context.close();
});

test(`pages with the longest names ${promise}`, async ({ browser }) => {
  const owner = await asOtherOwner();
  const word = "donaudampfschifffahrtsgesellschaftskapitaen";
  const contact = await makeContact(owner, {
    name: "Maximiliane Friederike von Hohenlohe-Waldenburg-Schillingsfürst",
    organization: `${word} GmbH & Co. KG`,
    email: `${word}@${word}.example.com`,
    street: [`${word}-Straße 123456, Hinterhaus, zweiter Aufgang`],
  });
  const long = newName(word);
  const hosts = [1, 2].map((index) => `ns${index}.${word}.nameservers.${word}.example.net`);
  await send(owner, "/domains", {
    name: long,
    contacts: { registrantId: contact.id },
    nameservers: hosts.map((host) => ({ host })),
  });
  await send(owner, "/me/mail/activate", { domainName: long, planSlug: "starter" });
  const account = await send<MailAccountCreated>(owner, `/me/mail/${long}/accounts`, {
    localPart: `${word}.${word.slice(0, 12)}`,
    displayName: "Maximiliane Friederike von Hohenlohe-Waldenburg-Schillingsfürst",
  });
  await send(owner, `/me/mail/${long}/aliases`, {
    fromAddress: `${word}@${long}`,
    toAddress: `${word}@${word}.example.com`,
  });
  const endpoint = await send<WebhookEndpointCreated>(owner, "/webhooks/outbound", {
    url: `https://${word}.example.com/${word}/${word}?${word}=${word}`,
    events: ["*"],
    description: `${word} ${word}`,
  });
  const key = await send<ApiKeyCreated>(owner, "/api-keys", { name: word, scopes: ["domains:read"] });
  const context = await browser.newContext({ baseURL: panelUrl, storageState: await owner.storageState() });
  await owner.dispose();
  const page = await context.newPage();
  const refused = await watchPolicy(page);
  for (const path of [
    "/domains",
    ...["", "/nameservers", "/contacts", "/dnssec", "/history"].map((tab) => `/domains/${long}${tab}`),
    ...["", "/accounts", `/accounts/${account.id}`, "/aliases", "/dns"].map((tab) => `/mail/${long}${tab}`),
    "/mail",
    "/contacts",
    "/domains/operations",
    `/domains/search?q=${word}.com`,
    "/webhooks",
    `/webhooks/${endpoint.id}`,
    "/settings/api-keys",
    `/settings/api-keys/${key.id}`,
    "/payments",
    "/payments/renewals",
  ]) {
    await inspect(page, refused, { path, budget: budgets.other });
  }
  await context.close();
});

test("nothing moves while a page loads on a phone, nor on the page of an endpoint that is inactive", async ({
  browser,
}) => {
  const owner = await asOtherOwner();
  const endpoint = await send<WebhookEndpointCreated>(owner, "/webhooks/outbound", {
    url: "https://inactive.example.com/hooks",
    events: ["*"],
  });
  const paused = await owner.patch(`/webhooks/outbound/${endpoint.id}`, { data: { active: false } });
  expect(paused.ok()).toBe(true);
  // The notice counts what the endpoint has missed.
  await register(owner, newName("missed"));
  const state = await owner.storageState();
  await owner.dispose();
  for (const [path, width] of [
    [`/webhooks/${endpoint.id}`, 390],
    [`/webhooks/${endpoint.id}`, 1440],
    ...["/", "/domains", "/mail", "/webhooks", "/payments", "/settings"].map((each) => [each, 390] as const),
  ] as const) {
    // Without what the pages before have loaded.
    const context = await browser.newContext({
      baseURL: panelUrl,
      storageState: state,
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    // The system's font stands in until Inter arrives, and has its width on average. One name at the edge may wrap, at any time.
    await page.route("**/*.woff2", (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect({ path, width, isStill: (await layoutShift(page)) <= mostLayoutShift }).toEqual({
      path,
      width,
      isStill: true,
    });
    await context.close();
  }
});
