import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Which tests get a database is said by where they lie:
//   beside the source (`src/…/name.test.ts`)                      project `unit`: no database, no processes, seconds
//   components of the panel (`….dom.test.tsx`)                    project `dom`: the same, with a simulated browser
//   in a package's `test/` folder, or `….integration.test.ts(x)`  project `integration`: a real PostgreSQL,
//                                                                 by `createTestDatabase()` of @zonepost/db/testing
// Browser tests lie in `apps/panel/e2e` and are Playwright's; `….storm.test.ts` runs only when it is asked for.

const roots = "{apps,sandbox,deploy,packages,examples}/*";
const integration = [
  `${roots}/test/**/*.test.{ts,tsx}`,
  `${roots}/src/**/*.integration.test.{ts,tsx}`,
  "scripts/test/**/*.test.{ts,mjs}",
];
const inBrowserDom = "apps/panel/src/**/*.dom.test.tsx";
const storm = "**/*.storm.test.ts";
const ofPanel = "apps/panel/src/**/*.test.{ts,tsx}";
const never = ["**/node_modules/**", "**/dist/**", "**/e2e/**"];

/**
 * Started first, in this order: each takes many times as long as most files, and one that starts late keeps a single
 * worker busy at the end. Without results of an earlier run, Vitest only knows the sizes of files.
 */
const longest = [
  "apps/api/test/rights-matrix.test.ts",
  "apps/api/test/year-of-a-domain.test.ts",
  "apps/api/test/storm-of-orders.test.ts",
  "apps/api/test/mail-host.test.ts",
  "apps/api/test/mail-servers.test.ts",
  "apps/api/test/bad-input.test.ts",
  "apps/api/test/deliveries-under-faults.test.ts",
  // Not among the first: it waits for the panel's build, which the browser suite starts at the same time.
  "scripts/test/supervisor.test.mjs",
  "scripts/test/rolling-restart.test.mjs",
  "apps/api/test/behind-proxy.test.ts",
  "scripts/test/create-workspace.test.mjs",
  "packages/schema/test/packed.test.ts",
  "apps/api/test/import-domains.test.ts",
  "apps/api/test/create-workspace.test.ts",
  "packages/webhook-signing/test/packed.test.ts",
  "apps/api/test/kill-workers.test.ts",
  "packages/epp/test/packed.test.ts",
  "packages/zone-file/test/packed.test.ts",
  "packages/db/test/upgrade-while-serving.test.ts",
  "sandbox/registry/test/entry.test.ts",
  "sandbox/cards/test/entry.test.ts",
  "apps/mail-host/test/agent.test.ts",
  "apps/api/test/storm-of-orders.storm.test.ts",
  "apps/api/test/two-years-of-books.storm.test.ts",
  "apps/api/test/year-of-a-domain.storm.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.indexOf(path.relative(import.meta.dirname, moduleId));
      return rank === -1 ? longest.length : rank;
    };
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    // The API's modules take longer to load than most files take to run: a worker loads them once. Each file brings its
    // own database and processes, and puts back the clock, the environment and whatever else it changes.
    isolate: false,
    setupFiles: ["testing/set-up.ts"],
    sequence: { sequencer: LongestFirst },
    // All these limits are bounds on a hang, not measures: the browser suite runs at the same time.
    expect: { poll: { timeout: 100_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Node runs these sources itself, with less CPU time than Vite's runner takes. The panel's need a bundler.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: [`${roots}/src/**/*.test.{ts,tsx}`, "scripts/check/**/*.test.mjs"],
          exclude: [...never, "**/*.integration.test.{ts,tsx}", ofPanel, inBrowserDom, storm],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "unit of the panel",
          include: [ofPanel],
          exclude: [...never, "**/*.integration.test.{ts,tsx}", inBrowserDom],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        resolve: {
          alias: [
            { find: /^@\//, replacement: `${import.meta.dirname}/apps/panel/src/` },
            { find: /^@messages\//, replacement: `${import.meta.dirname}/apps/panel/messages/` },
          ],
        },
        test: {
          name: "dom",
          include: [inBrowserDom],
          exclude: never,
          environment: "happy-dom",
          setupFiles: ["apps/panel/src/testing/set-up.ts"],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: integration,
          exclude: [...never, storm],
          globalSetup: ["packages/db/src/testing-global-setup.ts"],
          // These wait half of the time, for the database and other processes.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: "storm",
          include: [storm],
          exclude: never,
          globalSetup: ["packages/db/src/testing-global-setup.ts"],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
