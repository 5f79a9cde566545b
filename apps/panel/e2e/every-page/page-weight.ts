import type { Page } from "@playwright/test";

/** Compressed JavaScript of a page, in bytes. A kilobyte is 1,000 bytes here. */
export const budgets = { signIn: 150_000, other: 240_000 };

export type WeighedPage = {
  path: string;
  budget: number;
  isSignedOut?: true;
};

export const weighedPages: readonly WeighedPage[] = [
  { path: "/sign-in", budget: budgets.signIn, isSignedOut: true },
  ...[
    "/sign-in/link",
    "/auth/2fa-verify",
    "/auth/password-reset",
    "/auth/email-change",
    "/sandbox/outbox",
  ].map((path) => ({ path, budget: budgets.other, isSignedOut: true }) as const),
  { path: "/mail-dns", budget: budgets.other, isSignedOut: true },
  {
    path: "/invitations/inv_00000000000000000000000000",
    budget: budgets.other,
    isSignedOut: true,
  },
  ...[
    "/",
    "/domains",
    "/domains/juniper-and-oak.com",
    "/domains/open-orchard.org/dnssec",
    "/domains/juniper-and-oak.com/nameservers",
    "/domains/juniper-and-oak.com/contacts",
    "/domains/open-orchard.org/history",
    "/domains/search?q=a-name-to-have.com",
    "/domains/register?name=new-orchard.com",
    "/domains/transfer?name=moving-in.com",
    "/activity",
    "/payments/renewals",
    "/contacts",
    "/mail",
    "/mail/activate",
    "/mail/pocketledger.dev",
    "/mail/pocketledger.dev/accounts",
    "/mail/pocketledger.dev/dns",
    "/mail/pocketledger.dev/messages",
    "/mail/pocketledger.dev/usage",
    "/zones",
    "/zones/new",
    "/webhooks",
    "/webhooks/new",
    "/payments",
    "/settings",
    "/settings/security",
    "/settings/people",
    "/settings/workspace",
    "/settings/api-keys",
    "/settings/api-keys/new",
    "/activity/audit-log",
  ].map((path) => ({ path, budget: budgets.other })),
];

/** Compressed bytes of the bodies, as the browser counts them. */
type Weight = { script: number; style: number; font: number; document: number; requestCount: number };

// As text, because it runs in the page.
const readWeight = `(() => {
  const weight = { script: 0, style: 0, font: 0, document: 0, requestCount: 0 };
  const [own] = performance.getEntriesByType("navigation");
  weight.document = own.encodedBodySize;
  for (const { name, encodedBodySize } of performance.getEntriesByType("resource")) {
    const { pathname } = new URL(name);
    const kind = { js: "script", css: "style", woff2: "font" }[pathname.split(".").at(-1)];
    if (kind) weight[kind] += encodedBodySize;
    weight.requestCount += 1;
  }
  return weight;
})()`;

/** Sums the transfers of a page that is open. Files count in full, also those that came from the cache. */
export async function weighOpenPage(page: Page): Promise<Weight> {
  // Preloaded files count too; they arrive once the page is idle.
  await page.waitForLoadState("networkidle", { timeout: 180_000 });
  return (await page.evaluate(readWeight)) as Weight;
}
