import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type BrowserContext, chromium, type Page, request } from "@playwright/test";
import { shootOrders, shootPayments } from "./pictures-of-payments.ts";
import { shootPeople } from "./pictures-of-people.ts";
import { shootRegistrations } from "./pictures-of-registrations.ts";
import { registerArrival, waitForParts } from "./support/arrival.ts";
import { codeOf, nextCodeOf } from "./support/authenticator.ts";
import { launchOptions } from "./support/browser.ts";

// Pictures of every page and state, at two widths, in both themes: `node scripts/run.mjs
// apps/panel/e2e/screenshots.ts`. Uses PANEL_URL and API_URL if they are set, otherwise its own sandbox. An argument
// selects pictures by a part of their file name: `mail`, `390-light`.

const folder = fileURLToPath(new URL("screenshots/", import.meta.url));
const chosen = process.argv.slice(2);
const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };
const ds = {
  keyTag: 55648,
  algorithm: 13,
  digestType: 2,
  digest: "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17",
};

type Installation = { panelUrl: string; apiUrl: string; stop: () => Promise<unknown> };

async function findInstallation(): Promise<Installation> {
  const { PANEL_URL: panelUrl, API_URL: apiUrl } = process.env;
  if (panelUrl && apiUrl) {
    return { panelUrl, apiUrl, stop: async () => undefined };
  }
  const { startSandbox } = await import("../../../sandbox/testing.mjs");
  const ways = ["GOOGLE", "GITHUB"].flatMap((name) => [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]);
  return startSandbox({
    env: { SIGN_IN_LIMIT_PER_MINUTE: "1000", ...Object.fromEntries(ways.map((name) => [name, "pictures"])) },
  });
}

const { panelUrl, apiUrl, stop } = await findInstallation();
await registerArrival();
const browser = await chromium.launch(launchOptions);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Pages are fast, so a longer wait means an error. */
const patienceMs = 10_000;

const api: APIRequestContext = await request.newContext({
  baseURL: apiUrl,
  extraHTTPHeaders: { origin: panelUrl },
});
const signedIn = await api.post("/auth/sign-in/email", { data: demo });
if (!signedIn.ok()) {
  throw new Error(`sign-in answered ${signedIn.status()}: ${await signedIn.text()}`);
}
const storageState = await api.storageState();

const variants = [1440, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

type Step = (page: Page) => Promise<unknown>;

type Whose = { signedOut?: boolean; as?: Awaited<ReturnType<APIRequestContext["storageState"]>> };

async function shoot(name: string, step: Step, options: Whose = {}) {
  for (const { width, colorScheme } of variants) {
    const file = `${name}-${width}-${colorScheme}.png`;
    if (chosen.length > 0 && !chosen.some((part) => file.includes(part))) {
      continue;
    }
    const context: BrowserContext = await browser.newContext({
      baseURL: panelUrl,
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme,
      locale: "en-GB",
      timezoneId: "Europe/Berlin",
      reducedMotion: "reduce",
      storageState: options.signedOut ? undefined : (options.as ?? storageState),
    });
    const page = await waitForParts(await context.newPage());
    page.setDefaultTimeout(patienceMs);
    try {
      await step(page);
      // A dialog's code loads when it opens. A page that polls is never idle for long.
      await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
      await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
      await page.evaluate(() => document.fonts.ready);
      // The window grows with the page, so that fixed elements are at its edges.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const isCovered = (await page.getByRole("dialog").count()) > 0;
      if (!isCovered && height > (page.viewportSize()?.height ?? 0)) {
        await page.setViewportSize({ width, height });
      }
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}${file}` });
    } catch (error) {
      console.error(`${file}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
    await context.close();
    console.log(file);
  }
}

const open = (path: string) => (page: Page) => page.goto(path);
const press =
  (name: string | RegExp, role: "button" | "radio" = "button") =>
  (page: Page) =>
    page.getByRole(role, { name }).first().click();
const steps =
  (...all: Step[]): Step =>
  async (page) => {
    for (const one of all) {
      await one(page);
    }
  };

const post = async (path: string, data: unknown, by = api) => {
  const response = await by.post(path, { data });
  if (!response.ok()) {
    console.error(`${path} answered ${response.status()}: ${await response.text()}`);
  }
  return (await response.json()) as Record<string, unknown>;
};

async function signInAs(email: string): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: apiUrl, extraHTTPHeaders: { origin: panelUrl } });
  await context.post("/auth/sign-in/email", { data: { ...demo, email } });
  return context;
}

/** Personal settings, keys and the audit log. The other owner has a second factor, so that both states are shown. */
async function shootSettings() {
  // Creating keys requires a recent sign-in, and the first session may be too old by now.
  const fresh = await signInAs(demo.email);
  const asFresh = { as: await fresh.storageState() };
  await shoot("70-profile", open("/settings"));
  await shoot(
    "71-profile-email",
    steps(open("/settings"), press("Change"), async (page) => {
      await page.getByLabel("New email address").fill("not-an-address");
      await press("Send link")(page);
    }),
  );
  await shoot("72-security", open("/settings/security"));
  await shoot(
    "73-password",
    steps(open("/settings/security"), press("Change password"), async (page) => {
      await page.getByLabel("Current password").fill("not the password");
      await page.getByLabel("New password").fill("too short");
      await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
    }),
  );
  await shoot(
    "74-second-factor-set-up",
    steps(open("/settings/security"), press("Set up"), async (page) => {
      await page.getByLabel("Code from the app").fill("123 45");
      await page.getByRole("button", { name: "Turn on" }).click();
    }),
    asFresh,
  );
  await shoot("76-api-keys-empty", open("/settings/api-keys"));
  await shoot("77-api-key-new", open("/settings/api-keys/new"));
  await shoot(
    "78-api-key-new-problems",
    steps(open("/settings/api-keys/new"), async (page) => {
      await page.getByRole("radio", { name: "Selected domains" }).check();
      await page.getByLabel("Expires").selectOption("never");
      await page.getByLabel("Allowed IP addresses").fill("203.0.113.0/24\nsomewhere");
      await page.getByRole("button", { name: "Create key" }).click();
    }),
  );
  const key = await post(
    "/api-keys",
    {
      name: "Renewals in the billing system",
      scopes: ["domains:read", "domains:write", "dnssec:write"],
      domainNames: ["open-orchard.org", "lakeside-ceramics.com"],
      ipRanges: ["127.0.0.0/8", "2001:db8::/32"],
      expiresAt: "2099-01-01T00:00:00.000Z",
    },
    fresh,
  );
  const used = await request.newContext({
    baseURL: apiUrl,
    extraHTTPHeaders: { authorization: `Bearer ${key.key}` },
  });
  await used.get("/domains/mine");
  await used.dispose();
  const old = await post("/api-keys", { name: "Monitoring", scopes: ["domains:read", "mail:read"] }, fresh);
  await post(`/api-keys/${old.id}/roll`, { overlapSeconds: 86_400 }, fresh);
  const gone = await post("/api-keys", { name: "A laptop that was lost", scopes: ["audit:read"] }, fresh);
  await api.delete(`/api-keys/${gone.id}`);
  await shoot("79-api-keys", open("/settings/api-keys"));
  await api.patch("/me/mail/lakeside-ceramics.com", { data: { suspended: true } });
  await shoot("53-mail-suspended", open("/mail/lakeside-ceramics.com"));
  await shoot(
    "53-mail-deactivate",
    steps(open("/mail/lakeside-ceramics.com"), press("More actions"), (page) =>
      page.getByRole("menuitem", { name: "Deactivate mail" }).click(),
    ),
  );
  await shoot(
    "53-mail-outside-senders",
    steps(open("/mail/lakeside-ceramics.com"), press("Change exceptions")),
  );
  await api.delete("/me/mail/lakeside-ceramics.com");
  await shoot("53-mail-deactivated", open("/mail/lakeside-ceramics.com"));
  await api.patch("/me/mail/lakeside-ceramics.com", { data: { suspended: false } });
  let made = 0;
  await shoot(
    "80-api-key-created",
    steps(open("/settings/api-keys/new"), async (page) => {
      made += 1;
      await page.getByLabel("Name").fill(`Reports ${made}`);
      await page.getByRole("button", { name: "Read everything" }).click();
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByRole("heading", { name: "API key created" }).waitFor();
    }),
    asFresh,
  );
  await shoot("81-api-key", open(`/settings/api-keys/${key.id}`));
  await shoot("82-api-key-replaced", open(`/settings/api-keys/${old.id}`));
  await shoot("83-api-key-roll", steps(open(`/settings/api-keys/${key.id}`), press("Roll")));
  const menu = (name: string) => async (page: Page) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await shoot("84-api-key-edit", steps(open(`/settings/api-keys/${key.id}`), menu("Edit")));
  await shoot("85-api-key-revoke", steps(open(`/settings/api-keys/${key.id}`), menu("Revoke")));
  await shoot("86-audit-log", open("/activity/audit-log"));
  await shoot(
    "87-audit-entry",
    steps(open("/activity/audit-log?kind=api_key"), (page) => page.locator("[data-row-link]").last().click()),
  );
  await shoot("88-audit-log-no-match", open("/activity/audit-log?what=nothing-like-this"));

  const other = await signInAs("owner@other.test");
  const { secret } = await (await other.post("/auth/two-factor/enable", { data: {} })).json();
  await other.post("/auth/two-factor/confirm", { data: { code: codeOf(secret) } });
  const as = await other.storageState();
  await shoot("75-second-factor-on", open("/settings/security"), { as });
  await shoot("75-second-factor-off", steps(open("/settings/security"), press("Turn off")), { as });
  await shoot(
    "75-backup-codes",
    steps(open("/settings/security"), press("Generate new codes"), (page) =>
      page.getByText("I've saved them").waitFor(),
    ),
    { as },
  );
  await other.post("/auth/two-factor/disable", { data: { code: nextCodeOf(secret) } });
  await other.dispose();
  await fresh.dispose();
}

try {
  await shoot("01-sign-in", open("/sign-in"), { signedOut: true });
  await shoot(
    "02-sign-in-wrong",
    steps(open("/sign-in"), async (page) => {
      await page.getByLabel("Email").fill("not-an-address");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    }),
    { signedOut: true },
  );
  await shoot("03-sign-in-declined", open("/sign-in?error=access_denied"), { signedOut: true });
  await shoot(
    "04-sign-in-link-sent",
    steps(open("/sign-in"), press("Email me a sign-in link"), async (page) => {
      await page.getByLabel("Email").fill(demo.email);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByText("Check your email").waitFor();
    }),
    { signedOut: true },
  );
  await shoot("05-second-factor-signed-out", open("/auth/2fa-verify"), { signedOut: true });
  await shoot(
    "06-outbox",
    steps(open("/sandbox/outbox?mail=0"), (page) => page.getByRole("article").waitFor()),
    {
      signedOut: true,
    },
  );
  await shootPayments({ shoot, owner: api });
  await shootOrders({ shoot, owner: api });
  await shoot("09-overview", open("/"));
  await shoot("10-domains", open("/domains"));
  await shoot("11-domains-no-match", open("/domains?q=nothing-like-this"));
  await shoot(
    "12-domains-chosen",
    steps(open("/domains"), async (page) => {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
    }),
  );
  await shoot("13-search", open("/domains/search"));
  await shoot("14-search-available", open("/domains/search?q=a-name-to-have.com"));
  await shoot("15-search-taken", open("/domains/search?q=taken-name.com"));
  await shoot("16-search-not-offered", open("/domains/search?q=example.museum"));
  await shoot("20-domain-expiring", open("/domains/juniper-and-oak.com"));
  await shoot("21-domain-own-script", open("/domains/xn--bckerei-lindner-0kb.de"));
  const expiring = "/domains/juniper-and-oak.com";
  await shoot(
    "23-domain-renew",
    steps(open(expiring), press("Renew"), (page) => page.getByText(/^Renew for/).waitFor()),
  );
  await shoot("24-domain-delete", steps(open(expiring), press("Delete")));
  await shoot("25-nameservers", open(`${expiring}/nameservers`));
  await shoot(
    "26-nameservers-problems",
    // The payments' pictures have moved the clock, so the other domain has expired by now.
    steps(open("/domains/lakeside-ceramics.com/nameservers"), async (page) => {
      await page.getByLabel("Nameserver 1", { exact: true }).fill("no name");
      await page.getByLabel("Nameserver 2", { exact: true }).fill("ns2.lakeside-ceramics.com");
      await page.getByLabel("IP addresses of nameserver 2").fill("192.0.2");
      await page.getByRole("button", { name: "Save" }).click();
    }),
  );
  await shoot("27-domain-contacts", open(`${expiring}/contacts`));
  await shoot("22-domain-missing", open("/domains/granite-legal.com"));
  await shoot("30-dnssec-empty", open("/domains/lakeside-ceramics.com/dnssec"));
  await shoot(
    "31-dnssec-paste",
    steps(open("/domains/lakeside-ceramics.com/dnssec"), async (page) => {
      await page
        .getByLabel("DS or DNSKEY record")
        .fill(`lakeside-ceramics.com. 3600 IN DS ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}`);
      await page.getByText("DS record", { exact: true }).waitFor();
    }),
  );
  await shoot(
    "37-dnssec-preflight",
    steps(open("/domains/lakeside-ceramics.com/dnssec"), async (page) => {
      await page.getByText("Enter fields").click();
      await page.getByLabel("Key tag").fill(String(ds.keyTag));
      await page.getByLabel("Digest", { exact: true }).fill(ds.digest);
      await page.getByRole("region", { name: "Nameserver check" }).waitFor();
    }),
  );
  await shoot(
    "32-dnssec-invalid",
    steps(open("/domains/lakeside-ceramics.com/dnssec"), async (page) => {
      await page.getByText("Enter fields").click();
      await page.getByLabel("Key tag").fill("70000");
      await page.getByLabel("Digest", { exact: true }).fill("ABC");
      await page.getByRole("button", { name: "Publish" }).click();
    }),
  );
  await shoot("33-dnssec", open("/domains/open-orchard.org/dnssec"));
  await shoot(
    "34-dnssec-remove",
    steps(open("/domains/open-orchard.org/dnssec"), press(/^Remove DS record/)),
  );
  await shoot("40-webhooks-empty", open("/webhooks"));
  await shoot("50-mail-empty", open("/mail"));

  // From here on with data: a receiver that accepts deliveries and one that refuses them.
  const receiver = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => outgoing.writeHead(incoming.url === "/bad" ? 500 : 204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const good = await post("/webhooks/outbound", {
    url: `http://127.0.0.1:${port}/good`,
    events: ["*"],
    description: "Inventory of the agency",
    tags: ["production", "inventory"],
  });
  const bad = await post("/webhooks/outbound", {
    url: `http://127.0.0.1:${port}/bad`,
    events: ["domain.dnssec_enabled", "domain.dnssec_disabled"],
  });
  await post("/domains/tidecharts.io/dnssec", ds);
  await post("/domains/tidecharts.io/dnssec", { ...ds, keyTag: 1234, algorithm: 15 });
  await post("/me/mail/activate", { domainName: "lakeside-ceramics.com", planSlug: "starter" });
  for (const [localPart, displayName] of [
    ["info", "Lakeside Ceramics"],
    ["orders", "Orders"],
    ["mara", "Mara Lindqvist"],
  ]) {
    await post("/me/mail/lakeside-ceramics.com/accounts", { localPart, displayName });
  }
  await post("/me/mail/lakeside-ceramics.com/aliases", {
    fromAddress: "sales@lakeside-ceramics.com",
    toAddress: "orders@lakeside-ceramics.com",
  });
  await post("/me/mail/lakeside-ceramics.com/aliases", {
    fromAddress: "press@lakeside-ceramics.com",
    toAddress: "press@agency.example.com",
  });

  await shoot("35-dnssec-two", open("/domains/tidecharts.io/dnssec"));
  await shoot("36-history", open("/domains/tidecharts.io/history"));
  await shoot("41-webhooks", open("/webhooks"));
  await shoot("42-webhook-new", steps(open("/webhooks/new"), press("Selected events", "radio")));
  await shoot(
    "43-webhook-created",
    steps(open("/webhooks/new"), async (page) => {
      await page.getByLabel("URL").fill(`http://127.0.0.1:${port}/made`);
      await page.getByRole("button", { name: "Add endpoint" }).click();
      await page.getByRole("heading", { name: "Endpoint added" }).waitFor();
      await page.getByRole("button", { name: "Send test event" }).click();
      await page.getByText(/^Delivered · /).waitFor();
    }),
  );
  await shoot(
    "43-signature-doctor",
    steps(open("/webhooks/signature-doctor"), press("Fill in an example"), press("Check signature")),
  );
  await shoot("44-webhook", open(`/webhooks/${good.id}`));
  await shoot("45-webhook-failing", open(`/webhooks/${bad.id}`));
  await shoot(
    "46-delivery",
    steps(open(`/webhooks/${bad.id}`), async (page) => {
      await page.locator("[data-row-link]").first().click();
      await page.getByRole("heading", { name: "Attempts" }).waitFor();
    }),
  );
  await shoot("46-webhook-rotate", steps(open(`/webhooks/${bad.id}`), press("Rotate secret")));
  await post(`/webhooks/outbound/${bad.id}/secret`, {});
  await shoot("46-webhook-rotating", open(`/webhooks/${bad.id}`));
  await shoot("47-webhook-edit", steps(open(`/webhooks/${bad.id}`), press("Edit")));
  await shoot(
    "48-webhook-delete",
    steps(open(`/webhooks/${bad.id}`), press("More actions"), (page) =>
      page.getByRole("menuitem", { name: "Delete" }).click(),
    ),
  );
  await api.patch(`/webhooks/outbound/${good.id}`, { data: { active: false } });
  await shoot("49-webhook-paused", open(`/webhooks/${good.id}`));
  await shoot("51-mail", open("/mail"));
  await shoot("52-mail-activate", open("/mail/activate"));
  await shoot("53-mail-domain", open("/mail/lakeside-ceramics.com"));
  await shoot("54-mail-not-active", open("/mail/tidecharts.io"));
  await shoot("55-mail-account", steps(open("/mail/lakeside-ceramics.com/accounts"), press("Add account")));
  await shoot("56-mail-alias", steps(open("/mail/lakeside-ceramics.com/aliases"), press("Add alias")));
  await shoot("58-mail-accounts", open("/mail/lakeside-ceramics.com/accounts"));
  await shoot("59-mail-dns", open("/mail/lakeside-ceramics.com/dns"));
  await shoot("59b-mail-messages", open("/mail/lakeside-ceramics.com/messages"));
  await shoot("59c-mail-usage", open("/mail/lakeside-ceramics.com/usage"));
  let made = 0;
  await post("/me/mail/activate", { domainName: "tidecharts.io", planSlug: "pro" });
  await shoot(
    "57-mail-password-once",
    steps(open("/mail/tidecharts.io/accounts"), press("Add account"), async (page) => {
      made += 1;
      await page.getByLabel("Address", { exact: true }).fill(`person${made}`);
      await page.getByLabel("Name", { exact: true }).fill("Some Person");
      await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
      await page.getByText("Account added").waitFor();
    }),
  );
  await shoot(
    "60-finder",
    steps(open("/domains"), async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Search or run a command").fill("tide");
    }),
  );
  const batch = await post("/domain-batches", {
    names: ["open-orchard.org", "tidecharts.io", "hofladen-brandt.de"],
    change: { nameservers: [{ host: "ns1.tidecharts.io" }, { host: "ns2.example.net" }] },
  });
  await shoot(
    "17-bulk-results",
    steps(open(`/domains?batch=${batch.id}`), (page) =>
      page
        .getByRole("dialog", { name: "Results" })
        .getByText(/^All 3 finished|^\d of 3/)
        .waitFor(),
    ),
  );
  await shootRegistrations({ shoot, owner: api });
  await shoot("61-clock", steps(open("/domains"), press(/^clock/)));
  // Inviting and creating keys require a recent sign-in, and the first session is too old by now.
  await api.post("/auth/sign-in/email", { data: demo });
  const shootExpired = await shootPeople({ shoot, owner: api, apiUrl, panelUrl });
  await shootSettings();
  await shoot("62-person", steps(open("/domains"), press(/theme and sign out/)));
  await shootExpired();
  receiver.close();
  receiver.closeAllConnections();
} finally {
  await api.dispose();
  await browser.close();
  await stop();
}
