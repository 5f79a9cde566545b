import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, request } from "@playwright/test";
import { median } from "./measure.ts";
import { pathOf, type Timing, time, weigh, weighedPages } from "./page-weight.ts";
import { runBench } from "./processes.ts";

// The weight of the panel's pages, and how soon a phone shows them; see README.md.

const lighthouse = "lighthouse@13.5.0";
const timedRounds = 3;
const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };

const options = process.argv.slice(2).filter((word) => !word.startsWith("/"));
const chosenPaths = process.argv.slice(2).filter((word) => word.startsWith("/"));
const wants = (section: string) => options.length === 0 || options.includes(section);

function readSetting(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set; run \`npm run bench:panel\``);
  }
  return value;
}

async function signIn({ panelUrl, apiUrl }: { panelUrl: string; apiUrl: string }) {
  const api = await request.newContext({ baseURL: apiUrl, extraHTTPHeaders: { origin: panelUrl } });
  const answer = await api.post("/auth/sign-in/email", { data: demo });
  if (!answer.ok()) {
    throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
  }
  const state = await api.storageState();
  await api.dispose();
  return state;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

function printRow(cells: (string | number)[]): void {
  console.log(`| ${cells.map((cell) => String(cell)).join(" | ")} |`);
}

type Place = { path: string; budget: number; context: BrowserContextOptions };

async function printWeights(browser: Browser, places: readonly Place[]): Promise<void> {
  printRow(["page", "JS kB", "budget", "", "CSS kB", "fonts kB", "HTML kB", "requests"]);
  printRow(["---", "--:", "--:", "---", "--:", "--:", "--:", "--:"]);
  for (const { path, budget, context } of places) {
    const weight = await weigh(browser, context, path);
    printRow([
      path,
      kilobytes(weight.script),
      kilobytes(budget),
      weight.script > budget ? "over" : "",
      kilobytes(weight.style),
      kilobytes(weight.font),
      kilobytes(weight.document),
      weight.requestCount,
    ]);
  }
}

/** Lighthouse's log-normal score of a value: 0.9 at `good`, 0.5 at `half`. */
function shareOf(value: number, good: number, half: number): number {
  if (value <= 0) {
    return 1;
  }
  const x = (Math.log(value / half) * 0.9061938024368232) / -Math.log(good / half);
  // Abramowitz and Stegun 7.1.26: the error function to seven digits.
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp(-x * x);
  return x < 0 ? 1 - tail / 2 : tail / 2;
}

/** Lighthouse's mobile curves and weights, without the speed index, which requires a video. */
function scoreOf({ fcpMs, lcpMs, tbtMs, cls }: Timing): number {
  const weighed =
    10 * shareOf(fcpMs, 1800, 3000) +
    25 * shareOf(lcpMs, 2500, 4000) +
    30 * shareOf(tbtMs, 200, 600) +
    25 * shareOf(cls, 0.1, 0.25);
  return Math.round((weighed / 90) * 100);
}

async function printTimings(browser: Browser, places: readonly Place[]): Promise<void> {
  printRow(["page", "FCP ms", "LCP ms", "TBT ms", "CLS", "score"]);
  printRow(["---", "--:", "--:", "--:", "--:", "--:"]);
  for (const { path, context } of places) {
    const rounds: Timing[] = [];
    for (let round = 0; round < timedRounds; round += 1) {
      rounds.push(await time(browser, context, path));
    }
    const middle = (pick: (timing: Timing) => number) => median(rounds.map(pick));
    const timing = {
      fcpMs: middle((one) => one.fcpMs),
      lcpMs: middle((one) => one.lcpMs),
      tbtMs: middle((one) => one.tbtMs),
      cls: middle((one) => one.cls),
    };
    printRow([
      path,
      timing.fcpMs.toFixed(0),
      timing.lcpMs.toFixed(0),
      timing.tbtMs.toFixed(0),
      timing.cls.toFixed(3),
      scoreOf(timing),
    ]);
  }
}

type Report = {
  categories: { performance: { score: number | null } };
  audits: Record<string, { numericValue?: number } | undefined>;
};

async function printLighthouse(executable: string, places: readonly Place[], cookie: string): Promise<void> {
  printRow(["page", "Lighthouse", "FCP ms", "LCP ms", "TBT ms", "CLS", "speed index ms"]);
  printRow(["---", "--:", "--:", "--:", "--:", "--:", "--:"]);
  for (const { path, context } of places) {
    const args = [
      "--yes",
      lighthouse,
      `${context.baseURL}${path}`,
      "--quiet",
      "--output=json",
      "--only-categories=performance",
      "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
    ];
    if (context.storageState) {
      args.push(`--extra-headers=${JSON.stringify({ cookie })}`);
    }
    const { stdout } = await promisify(execFile)("npx", args, {
      env: { ...process.env, CHROME_PATH: executable, PUPPETEER_SKIP_DOWNLOAD: "1" },
      maxBuffer: 64 * 1024 * 1024,
    });
    const { categories, audits } = JSON.parse(stdout) as Report;
    const value = (name: string, digits = 0) => audits[name]?.numericValue?.toFixed(digits) ?? "";
    printRow([
      path,
      Math.round((categories.performance.score ?? Number.NaN) * 100),
      value("first-contentful-paint"),
      value("largest-contentful-paint"),
      value("total-blocking-time"),
      value("cumulative-layout-shift", 3),
      value("speed-index"),
    ]);
  }
}

await runBench(async (cleanUp) => {
  const executablePath = readSetting("CHROMIUM");
  const installation = { panelUrl: readSetting("PANEL_URL"), apiUrl: readSetting("API_URL") };
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  cleanUp.defer(() => browser.close());
  const storageState = await signIn(installation);
  const base = { baseURL: installation.panelUrl };
  const places: Place[] = [];
  for (const { path, budget, isSignedOut } of weighedPages) {
    const context = isSignedOut ? base : { ...base, storageState };
    const filled = await pathOf(browser, context, path);
    if (filled && (chosenPaths.length === 0 || chosenPaths.includes(path))) {
      places.push({ path: filled, budget, context });
    }
  }
  if (wants("weight")) {
    await printWeights(browser, places);
  }
  if (wants("time")) {
    await printTimings(browser, places);
  }
  if (options.includes("lighthouse")) {
    const cookie = storageState.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await printLighthouse(executablePath, places, cookie);
  }
});
