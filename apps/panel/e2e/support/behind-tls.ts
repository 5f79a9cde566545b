import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContextOptions } from "@playwright/test";
import { createDb } from "@zonepost/db";
import type { SandboxEmail } from "@zonepost/schema/sandbox";
import { startInternet } from "./internet.ts";
import { createSignInProviders, providerClient, providerNames } from "./sign-in-providers.ts";
import { test as base } from "./test.ts";
import { reverseProxy, startTlsFront } from "./tls-front.ts";

export const panelUrl = "https://panel.zonepost.test";
export const apiUrl = "https://api.zonepost.test";
export const sessionCookie = "__Secure-zonepost.session_token";

/**
 * A production-like installation: panel and API on two subdomains behind a TLS proxy, with Google and GitHub
 * configured. All servers are local, and reached by their real names.
 */
async function startBehindTls() {
  const names = [panelUrl, apiUrl]
    .map((url) => new URL(url).hostname)
    .concat(...Object.values(providerNames));
  const front = await startTlsFront(names);
  const internet = await startInternet({ names, port: () => front.port });
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-front-"));
  const certificateFile = path.join(folder, "front.pem");
  writeFileSync(certificateFile, front.certificatePem);
  // Installs first, because downloads can't pass this proxy.
  const { install } = await import("../../../../scripts/install.mjs");
  await install();
  const { startSandbox } = await import("../../../../sandbox/testing.mjs");
  const sandbox = await startSandbox({
    env: {
      PANEL_URL: panelUrl,
      API_URL: apiUrl,
      COOKIE_DOMAIN: "zonepost.test",
      TRUSTED_PROXY_COUNT: "1",
      SIGN_IN_LIMIT_PER_MINUTE: "100",
      GOOGLE_CLIENT_ID: providerClient.id,
      GOOGLE_CLIENT_SECRET: providerClient.secret,
      GITHUB_CLIENT_ID: providerClient.id,
      GITHUB_CLIENT_SECRET: providerClient.secret,
      // Node's own setting for outgoing requests through a proxy.
      NODE_USE_ENV_PROXY: "1",
      https_proxy: internet.proxyUrl,
      no_proxy: "127.0.0.1,localhost",
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
  });
  const providers = createSignInProviders(apiUrl);
  front.handlers.set(new URL(panelUrl).hostname, reverseProxy(sandbox.ports.panel));
  front.handlers.set(new URL(apiUrl).hostname, reverseProxy(sandbox.ports.api));
  for (const [name, handler] of Object.entries(providers.handlers)) {
    front.handlers.set(name, handler);
  }
  const password = readFileSync(path.join(sandbox.dataDir, "postgres/password"), "utf8").trim();
  const db = createDb(`postgres://zonepost:${password}@127.0.0.1:${sandbox.ports.postgres}/zonepost`, {
    maxConnections: 1,
  });
  const browsing: BrowserContextOptions = {
    baseURL: panelUrl,
    ignoreHTTPSErrors: true,
    proxy: { server: internet.proxyUrl },
    locale: "en-GB",
  };
  return {
    db,
    internet,
    /** Accounts at the two providers, which the tests can choose there. */
    accounts: providers.accounts,
    /** The sent mails, which the sandbox only serves on this machine, not under its public name. */
    async readOutbox(): Promise<SandboxEmail[]> {
      return (await fetch(`${sandbox.apiUrl}/sandbox/outbox`)).json();
    },
    /** The proxy settings for a separate browser. */
    browsing,
    output: sandbox.output,
    async stop() {
      await db.close();
      await sandbox.stop();
      await Promise.all([internet.stop(), front.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Installation = Awaited<ReturnType<typeof startBehindTls>>;

/** Tests with a browser that reaches {@link startBehindTls}; they share one installation. */
export const test = base.extend<object, { installation: Installation }>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const installation = await startBehindTls();
      await use(installation);
      await installation.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  context: async ({ browser, installation }, use) => {
    const context = await browser.newContext(installation.browsing);
    await use(context);
    await context.close();
    installation.internet.bringBack();
  },
});
