import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/browser.ts";
import { panelUrl, signedInState } from "./e2e/support/installation.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/test-results",
  // They share one installation, with one clock and one outbox.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI === "true",
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: panelUrl,
    launchOptions,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "retain-on-failure",
    permissions: ["clipboard-read", "clipboard-write"],
  },
  projects: [
    { name: "sign in", testMatch: "sign-in.setup.ts" },
    {
      name: "signed out",
      testMatch: "signed-out/*.spec.ts",
      dependencies: ["sign in"],
    },
    {
      name: "signed in",
      testMatch: "signed-in/*.spec.ts",
      dependencies: ["sign in"],
      use: { storageState: signedInState },
    },
    // These start an installation of their own.
    { name: "behind TLS", testMatch: "behind-tls/*.spec.ts" },
    { name: "own clock", testMatch: "own-clock/*.spec.ts" },
  ],
});
