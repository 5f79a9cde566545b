import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/browser.ts";
import { panelUrl } from "./e2e/support/installation.ts";

/** These only read the shared installation. */
const readOnly = [
  "every-page/*.spec.ts",
  "signed-in/domain-search.spec.ts",
  "signed-out/security-headers.spec.ts",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/test-results",
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI === "true",
  // These are bounds on a hang: each action and each expectation has a shorter one. A page whose request was answered too
  // late tries again on its own, which takes up to 30 seconds after the 30 for which it has waited.
  timeout: 900_000,
  expect: { timeout: 90_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: panelUrl,
    launchOptions,
    // A missing button fails its own test, without delaying the others for the length of a whole test.
    actionTimeout: 90_000,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A trace of the actions, requests and messages. A film would take a third of the run's time, and a copy of the page
    // before and after each action a quarter; the last picture is kept.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    // A click waits until its target stands still, and each frame until then is drawn by the processor.
    contextOptions: { reducedMotion: "reduce" },
    permissions: ["clipboard-read", "clipboard-write"],
  },
  projects: [
    { name: "sign in", testMatch: "sign-in.setup.ts" },
    // These change the one installation that they share, with one clock and one outbox: one after the other.
    {
      name: "shared",
      testMatch: ["signed-in/*.spec.ts", "signed-out/*.spec.ts"],
      testIgnore: readOnly,
      dependencies: ["sign in"],
      workers: 1,
    },
    // Beside them go those that only read it, and those that start an installation of their own.
    { name: "read only", testMatch: readOnly, dependencies: ["sign in"] },
    { name: "behind TLS", testMatch: "behind-tls/*.spec.ts", dependencies: ["sign in"], workers: 1 },
    { name: "own clock", testMatch: "own-clock/*.spec.ts", dependencies: ["sign in"], workers: 1 },
  ],
});
