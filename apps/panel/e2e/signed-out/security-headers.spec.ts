import { expect } from "@playwright/test";
import { apiUrl, signedInState } from "../support/installation.ts";
import { openPersonMenu } from "../support/person-menu.ts";
import { watchPolicy } from "../support/policy.ts";
import { test } from "../support/test.ts";

const nonceOf = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

// every-page/ covers each page; this covers unknown addresses, forms, navigation between pages, and dialogs.
test("an unknown address and the sign-in form follow the content policy", async ({ page }) => {
  const complaints = await watchPolicy(page);
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Enter your password.").first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("an email's styles are shown in the outbox under the policy", async ({ page, request }) => {
  await request.post(`${apiUrl}/auth/magic-link/send`, { data: { email: "owner@other.test" } });
  const complaints = await watchPolicy(page);
  await page.goto("/sandbox/outbox");
  // Other tests send emails meanwhile.
  await page.getByRole("button", { name: "sign-in link owner@other.test" }).first().click();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("link").first()).toBeVisible();
  await expect(mail.locator("main")).toHaveCSS("max-width", "560px");
  expect(complaints).toEqual([]);
});

test.describe("signed in", () => {
  test.use({ storageState: signedInState });

  test("navigation, the command menu, themes and row heights follow the policy", async ({ page }) => {
    const complaints = await watchPolicy(page);
    await page.goto("/domains");
    // Client-side navigation, whose responses have other nonces.
    await page.getByRole("link", { name: "open-orchard.org" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "open-orchard.org" })).toBeVisible();
    await page.getByRole("button", { name: "Search or run a command" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    // The scroll lock inserts a style element, which only works if the policy allows it.
    await expect(page.locator("body")).toHaveCSS("overflow", "hidden");
    await page.keyboard.press("Escape");
    await openPersonMenu(page);
    await page.getByText("Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.getByRole("menuitem", { name: "Comfortable" }).click();
    // The server renders the choice, so that rows don't change their height after the first paint.
    const response = await page.goto("/domains");
    expect(await response?.text()).toMatch(/<html[^>]* data-density="comfortable"/);
    const row = await page.getByRole("row").nth(1).boundingBox();
    expect(row?.height).toBeGreaterThanOrEqual(52);
    expect(complaints).toEqual([]);
  });
});

test("each response has its own nonce, and every header against other sites", async ({ request }) => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/sign-in", "/sign-in", "/domains", "/nowhere", "/iconic", "/_next/nowhere"]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const headers = answer.headers();
    const policy = headers["content-security-policy"];
    nonces.add(nonceOf(policy));
    expect([path, policy]).toEqual([path, expect.stringContaining("'strict-dynamic'")]);
    for (const directive of [
      "default-src 'self'",
      `connect-src 'self' ${new URL(apiUrl).origin}`,
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy?.split("; ")).toContain(directive);
    }
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    // Browsers ignore it on http, so it is only sent if the panel's address is https.
    expect(headers["strict-transport-security"]).toBeUndefined();
  }
  expect(nonces.size).toBe(6);
  expect(nonces).not.toContain(undefined);
});

test("a nonce in the request is ignored", async ({ request }) => {
  const forged = "Zm9yZ2VkLW5vbmNlLWhlcmU=";
  const answer = await request.get("/sign-in", {
    headers: { "x-zonepost-nonce": forged, "content-security-policy": `script-src 'nonce-${forged}'` },
  });
  expect(answer.headers()["content-security-policy"]).not.toContain(forged);
  expect(await answer.text()).not.toContain(forged);
});

test("an injected script doesn't run", async ({ page, request }) => {
  const earlier = nonceOf((await request.get("/sign-in")).headers()["content-security-policy"]);
  const smuggled = `<script>window.smuggled = "inline"</script>
    <script nonce="${earlier}">window.smuggled = "with an earlier nonce"</script>
    <script src="data:text/javascript,window.smuggled='from an address'"></script>
    <img src="data:," onerror="window.smuggled = 'handler'">`;
  await page.route("**/sign-in", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("<body>", `<body>${smuggled}`);
    await route.fulfill({ response: answer, body });
  });
  const violated: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("violation: ")) {
      violated.push(message.text());
    }
  });
  await watchPolicy(page);
  await page.goto("/sign-in");
  await expect.poll(() => violated.filter((one) => one.includes("script-src")).length).toBe(4);
  expect(await page.evaluate(() => (window as { smuggled?: string }).smuggled)).toBeUndefined();
});

test("built files are still cached by browsers", async ({ page }) => {
  const kept: [url: string, cacheControl: string | undefined][] = [];
  page.on("response", (response) => {
    if (response.url().includes("/_next/static/")) {
      kept.push([response.url(), response.headers()["cache-control"]]);
    }
  });
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(kept.length).toBeGreaterThan(3);
  for (const [url, cacheControl] of kept) {
    expect([url, cacheControl]).toEqual([url, "public, max-age=31536000, immutable"]);
  }
});
