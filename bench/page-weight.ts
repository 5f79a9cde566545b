import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

/** Compressed JavaScript of a page, in bytes. A kilobyte is 1,000 bytes here. */
export const budgets = { signIn: 150_000, other: 240_000 };

export type WeighedPage = {
  /** `{endpoint}`, `{apiKey}` and `{operation}` are replaced by the first of their list. */
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
    "/domains",
    "/domains/juniper-and-oak.com",
    "/domains/open-orchard.org/dnssec",
    "/domains/juniper-and-oak.com/nameservers",
    "/domains/juniper-and-oak.com/contacts",
    "/domains/open-orchard.org/history",
    "/domains/search?q=a-name-to-have.com",
    "/domains/register?name=new-orchard.com",
    "/domains/transfer?name=moving-in.com",
    "/domains/operations",
    "/domains/operations/{operation}",
    "/contacts",
    "/mail",
    "/mail/activate",
    "/mail/pocketledger.dev",
    "/mail/pocketledger.dev/accounts",
    "/mail/pocketledger.dev/dns",
    "/mail/pocketledger.dev/messages",
    "/mail/pocketledger.dev/usage",
    "/webhooks",
    "/webhooks/new",
    "/webhooks/{endpoint}",
    "/payments",
    "/settings",
    "/settings/security",
    "/settings/people",
    "/settings/workspace",
    "/settings/api-keys",
    "/settings/api-keys/new",
    "/settings/api-keys/{apiKey}",
    "/settings/audit-log",
  ].map((path) => ({ path, budget: budgets.other })),
];

const lists = {
  "{endpoint}": { list: "/webhooks", link: /^\/webhooks\/(?!new)[^/?#]+$/ },
  "{apiKey}": { list: "/settings/api-keys", link: /^\/settings\/api-keys\/(?!new)[^/?#]+$/ },
  "{operation}": { list: "/domains/operations", link: /^\/domains\/operations\/[^/?#]+$/ },
} as const;

/** Replaces the placeholder of a path; undefined if its list is empty. */
export async function pathOf(browser: Browser, options: BrowserContextOptions, path: string) {
  const found = Object.entries(lists).find(([placeholder]) => path.includes(placeholder));
  if (!found) {
    return path;
  }
  const [, { list, link }] = found;
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(list, { waitUntil: "networkidle" });
    const links = await page.getByRole("link").all();
    const paths = await Promise.all(links.map((each) => each.getAttribute("href")));
    return paths.find((each) => each !== null && link.test(each)) ?? undefined;
  } finally {
    await context.close();
  }
}

/** Compressed bytes of the bodies, as the browser counts them. */
export type Weight = { script: number; style: number; font: number; document: number; requestCount: number };

export type Timing = { fcpMs: number; lcpMs: number; tbtMs: number; cls: number };

/** Lighthouse's mobile profile: slow 4G as the browser applies it, and a processor four times slower. */
const mobile = {
  latencyMs: 150 * 3.75,
  downloadBytesPerSecond: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadBytesPerSecond: (750 * 1024 * 0.9) / 8,
  cpuSlowdown: 4,
};

// As text, because these run in the page, outside the benchmarks' types.
const observeTiming = `
  window.seen = { lcp: 0, cls: 0, tasks: [] };
  new PerformanceObserver((list) => {
    window.seen.lcp = list.getEntries().at(-1).startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.cls += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.tasks.push([entry.startTime, entry.duration]);
  }).observe({ type: "longtask", buffered: true });`;

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

const readTiming = `(() => {
  const fcp = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
  const tbt = window.seen.tasks.reduce((sum, [start, duration]) => {
    const end = start + duration;
    return sum + (end > fcp ? Math.max(0, end - Math.max(start, fcp) - 50) : 0);
  }, 0);
  return { fcpMs: fcp, lcpMs: window.seen.lcp, tbtMs: tbt, cls: window.seen.cls };
})()`;

async function readWhenIdle<Result>(page: Page, script: string): Promise<Result> {
  // Preloaded files count too; they arrive once the page is idle.
  await page.waitForLoadState("networkidle", { timeout: 60_000 });
  return (await page.evaluate(script)) as Result;
}

async function loadCold<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  path: string,
  { isThrottled, read }: { isThrottled: boolean; read: (page: Page) => Promise<Result> },
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.addInitScript(observeTiming);
    if (isThrottled) {
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: mobile.latencyMs,
        downloadThroughput: mobile.downloadBytesPerSecond,
        uploadThroughput: mobile.uploadBytesPerSecond,
      });
      await session.send("Emulation.setCPUThrottlingRate", { rate: mobile.cpuSlowdown });
    }
    await page.goto(path, { waitUntil: "load", timeout: 60_000 });
    return await read(page);
  } finally {
    await context.close();
  }
}

/** Sums the transfers of a page that is open. Files count in full, also those that came from the cache. */
export const weighOpenPage = (page: Page) => readWhenIdle<Weight>(page, readWeight);

/** Loads a page with an empty cache and sums its transfers. */
export const weigh = (browser: Browser, options: BrowserContextOptions, path: string) =>
  loadCold<Weight>(browser, options, path, { isThrottled: false, read: weighOpenPage });

/** Loads a page with the CPU and network of a slow phone. */
export const time = (browser: Browser, options: BrowserContextOptions, path: string) =>
  loadCold<Timing>(
    browser,
    { ...options, viewport: { width: 412, height: 823 }, isMobile: true, deviceScaleFactor: 1.75 },
    path,
    { isThrottled: true, read: (page) => readWhenIdle(page, readTiming) },
  );
