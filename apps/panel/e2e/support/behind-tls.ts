import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContextOptions } from "@playwright/test";
import { createDb } from "@zonepost/db";
import type { SandboxEmail } from "@zonepost/schema";
import { startInternet } from "./internet.ts";
import { createSignInProviders, providerClient, providerNames } from "./sign-in-providers.ts";
import { test as base } from "./test.ts";
import { reverseProxy, startTlsFront } from "./tls-front.ts";

export const panelUrl = "https://panel.zonepost.test";
export const apiUrl = "https://api.zonepost.test";
export const sessionCookie = "__Secure-zonepost.session_token";

/**
 * Meets a browser that a provider leads back to the API. It may go on, or stop there: 204, so that the page stays.
 * (Playwright's own routes do not see what a redirect leads to.)
 */
type MeetCallback = (callback: { url: URL; goOn: () => void; stop: () => void }) => void;

/**
 * An installation as people run it: panel and API on two subdomains behind a proxy with TLS, with Google and GitHub
 * set up. All of them are local, and reached by their true names.
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
  // What the copy would look up on starting cannot be reached by way of this internet.
  const { install } = await import("../../../../scripts/install.mjs");
  await install();
  const { startSandbox } = await import("../../../../scripts/sandbox.mjs");
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
      // Node's own way to send what goes out through a proxy.
      NODE_USE_ENV_PROXY: "1",
      https_proxy: internet.proxyUrl,
      no_proxy: "127.0.0.1,localhost",
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
  });
  const providers = createSignInProviders(apiUrl);
  front.handlers.set(new URL(panelUrl).hostname, reverseProxy(sandbox.ports.panel));
  const toApi = reverseProxy(sandbox.ports.api);
  const callbacks: { meet: MeetCallback | undefined } = { meet: undefined };
  front.handlers.set(new URL(apiUrl).hostname, (incoming, response) => {
    const goOn = () => toApi(incoming, response);
    if (callbacks.meet && incoming.url?.startsWith("/auth/callback/")) {
      callbacks.meet({ url: new URL(incoming.url, apiUrl), goOn, stop: () => response.writeHead(204).end() });
    } else {
      goOn();
    }
  });
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
    callbacks,
    /** Accounts at the two providers: what is added here can be chosen there. */
    accounts: providers.accounts,
    /** The mails that were sent: the sandbox gives them out on this machine alone, not by its public name. */
    async readOutbox(): Promise<SandboxEmail[]> {
      return (await fetch(`${sandbox.apiUrl}/sandbox/outbox`)).json();
    },
    /** How a browser of its own gets there. */
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

/** Tests whose browser goes to {@link startBehindTls}, which they share. */
export const test = base.extend<object, { installation: Installation }>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const installation = await startBehindTls();
      await use(installation);
      await installation.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  context: async ({ browser, installation }, use) => {
    const context = await browser.newContext(installation.browsing);
    await use(context);
    await context.close();
    installation.internet.bringBack();
    installation.callbacks.meet = undefined;
  },
});
