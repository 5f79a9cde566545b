import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { startSandbox } from "../sandbox/testing.mjs";
import { findOrInstallBrowser } from "./browser.mjs";
import { readPassedBefore } from "./check/passed-before.mjs";
import { writeTypePrograms } from "./check/type-programs.mjs";
import { install } from "./install.mjs";
import { node, root } from "./project.mjs";
import {
  databaseTestPackages,
  dnsPackages,
  findProgram,
  installMissing,
  installSystemPackage,
  mailTestPackages,
  proxyTestPackages,
  zoneTestPackages,
} from "./system-packages.mjs";

// Runs all checks and tests: `--only check|unit|dom|integration|e2e|storm` for one suite, and paths for a part of it. Two
// suites run at a time. The last line is the sum of all.

/** The longest first, so that neither of the two rows ends long before the other. */
const suites = ["integration", "e2e", "storm", "check", "dom", "unit"];
// A bound on a hang: a busy machine takes several times as long.
const stepLimitMinutes = 90;
const slowestShown = 5;

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", multiple: true } },
});
const chosen = values.only ?? suites.filter((suite) => suite !== "storm");
for (const suite of chosen) {
  if (suites.includes(suite)) {
    continue;
  }
  console.error(`There is no suite called ${suite}: choose among ${suites.join(", ")}.`);
  process.exit(2);
}

/** What passed, failed and was skipped in each suite. */
const countsOf = new Map();
const failures = [];
/** @type {{ test: string, error: string }[]} */
const failedTests = [];
const timings = [];
const slowFiles = [];
const startedMs = Date.now();
const reports = fs.mkdtempSync(path.join(tmpdir(), "zonepost-test-reports-"));
/** Of several suites, only results are printed. All that they print is kept here. */
const logs = path.join(root, ".cache/test-logs");
const isDetailed = chosen.length === 1;
const shownOfErrorLines = 20;
const running = new Set();
let isInterrupted = false;

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(name, () => {
    isInterrupted = true;
    for (const child of running) {
      child.kill(name === "SIGHUP" ? "SIGTERM" : name);
    }
  });
}

function count(suite, { passed = 0, failed = 0, skipped = 0 }, step = suite) {
  const counts = countsOf.get(suite) ?? { passed: 0, failed: 0, skipped: 0 };
  countsOf.set(suite, counts);
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
  if (failed > 0) {
    failures.push(`${step} (${failed})`);
  }
}

/** The results of several suites, which are printed below what failed. */
let results = "";
function say(text) {
  if (isDetailed) {
    console.log(text);
  } else {
    results += `${text}\n`;
  }
}

/**
 * Runs a program under the newer Node. Resolves to its exit code and, unless it prints directly or to a log, its output.
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string>, isQuiet?: boolean, log?: number}} [options]
 */
function run(args, { cwd = root, env = {}, isQuiet = false, log } = {}) {
  return new Promise((resolve) => {
    if (isInterrupted) {
      return resolve({ code: 130, output: "" });
    }
    const shown = log ?? (isQuiet ? "pipe" : "inherit");
    const child = spawn(node, args, {
      cwd,
      // Tests start the same programs dozens of times.
      env: { NODE_COMPILE_CACHE: path.join(root, ".cache/node"), ...process.env, ...env },
      stdio: ["ignore", shown, shown],
    });
    running.add(child);
    let output = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      console.log(`\n${args[0]} was ended: it took longer than ${stepLimitMinutes} minutes.`);
    }, stepLimitMinutes * 60_000);
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output });
    };
    child.once("error", (error) => {
      output += error.message;
      end(1);
    });
    child.once("close", end);
  });
}

/** Prints what a suite prints, or keeps it in the suite's log. */
async function show(suite, args, options) {
  if (isDetailed) {
    return (await run(args, options)).code;
  }
  const log = openLog(suite);
  const { code } = await run(args, { ...options, log });
  fs.closeSync(log);
  return code;
}

const logOf = (suite) => path.join(logs, `${suite}.log`);
function openLog(suite) {
  fs.mkdirSync(logs, { recursive: true });
  return fs.openSync(logOf(suite), "w");
}

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

// ── check: format, lint, types ──────────────────────────────────────────────

async function verify({ name, args, env = {} }, passedBefore) {
  if (passedBefore.has(name)) {
    say(`ok     ${name}: passed before, and nothing has changed`);
    return count("check", { passed: 1 });
  }
  const stepStartedMs = Date.now();
  const { code, output } = await run(args, { env, isQuiet: true });
  const took = seconds(Date.now() - stepStartedMs);
  const last = output.trim().split("\n").at(-1);
  say(`${code === 0 ? "ok    " : "FAILED"} ${name} (${took})${code === 0 && last ? `: ${last}` : ""}`);
  if (code === 0) {
    passedBefore.add(name);
  } else {
    failedTests.push({ test: name, error: isDetailed ? output : shownOfError(output) });
    fs.mkdirSync(logs, { recursive: true });
    fs.writeFileSync(logOf("check"), `${name}\n${output}\n`, { flag: "a" });
  }
  count("check", code === 0 ? { passed: 1 } : { failed: 1 }, name);
}

async function check() {
  fs.rmSync(logOf("check"), { force: true });
  const passedBefore = readPassedBefore();
  const checks = [
    {
      name: "format and lint",
      args: ["node_modules/@biomejs/biome/bin/biome", "check", "--colors=off", "."],
    },
    { name: "import rules", args: ["scripts/check/import-rules.mjs"] },
    { name: "documents", args: ["scripts/check/doc-references.mjs"] },
    { name: "words", args: ["scripts/check/words.mjs"] },
    { name: "migrations", args: ["scripts/check/migration-rules.mjs"] },
    {
      name: "unused code",
      args: ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"],
    },
    ...writeTypePrograms().map(({ name, args }) => ({
      name,
      args: ["node_modules/typescript/bin/tsc", ...args],
      // The compiler collects its garbage less often, which takes more memory and less time.
      env: { GOGC: "400" },
    })),
  ];
  const takeNext = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) {
      await verify(next, passedBefore);
    }
  };
  await Promise.all([takeNext(), takeNext()]);
  passedBefore.keep();
}

// ── unit, integration, storm: Vitest ────────────────────────────────────────

const shownOfError = (text) =>
  stripVTControlCharacters(text ?? "")
    .split("\n")
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
    .slice(0, shownOfErrorLines)
    .join("\n");

/** An error outside a test is in no report. */
function addFailuresOf(suite, tests, hasFailed) {
  if (hasFailed && tests.length === 0 && !isDetailed) {
    const lines = fs.readFileSync(logOf(suite), "utf8").trimEnd().split("\n");
    failedTests.push({ test: suite, error: shownOfError(lines.slice(-shownOfErrorLines).join("\n")) });
  }
  failedTests.push(...tests);
}

function readVitestFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) {
      return status === "failed" ? [{ test: file, error: shownOfError(message) }] : [];
    }
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} › ${fullName}`,
      error: shownOfError(failureMessages[0]),
    }));
  });
}

async function vitest(suite) {
  const report = path.join(reports, `${suite}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    // Also `unit of the panel`.
    `--project=${suite}*`,
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...paths,
  ];
  const code = await show(suite, args, { env: { NODE_ENV: "test" } });
  const result = readReport(report);
  for (const { name, startTime, endTime } of result?.testResults ?? []) {
    slowFiles.push({ file: path.relative(root, name), suite, tookMs: endTime - startTime });
  }
  addFailuresOf(suite, readVitestFailures(result), code !== 0);
  const counts = {
    passed: result?.numPassedTests ?? 0,
    failed: result?.numFailedTests ?? 0,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
  };
  // A file that fails to load, or an error outside a test, isn't counted as a failed test.
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1;
  }
  count(suite, counts);
}

// ── e2e: the whole thing, in a browser ──────────────────────────────────────

const specsOf = (suite) => [...(suite.suites ?? []).flatMap(specsOf), ...(suite.specs ?? [])];

function readPlaywrightFiles(report, folder) {
  return (report?.suites ?? []).map((suite) => ({
    file: path.relative(root, path.join(folder, suite.file)),
    suite: "e2e",
    tookMs: specsOf(suite)
      .flatMap((spec) => spec.tests.flatMap((test) => test.results))
      .reduce((sum, result) => sum + result.duration, 0),
  }));
}

function readPlaywrightFailures(report, folder) {
  return (report ? specsOf(report) : [])
    .filter((spec) => !spec.ok)
    .map(({ file, title, tests }) => {
      const error = tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      return {
        test: `${path.relative(root, path.join(folder, file))} › ${title}`,
        error: shownOfError(error?.message),
      };
    });
}

async function endToEnd() {
  const panel = path.join(root, "apps/panel");
  const specs = fs
    .readdirSync(path.join(panel, "e2e"), { encoding: "utf8", recursive: true })
    .filter((file) => file.endsWith(".spec.ts"))
    .filter((file) => paths.some((given) => `apps/panel/e2e/${file}`.includes(given)));
  if (paths.length > 0 && specs.length === 0) {
    return;
  }
  const { browser, missing } = findOrInstallBrowser();
  if (!browser) {
    const isRequired = process.env.CI === "true";
    say(`${isRequired ? "FAILED " : "skipped"} browser suite: no Chromium; ${missing}`);
    return count("e2e", isRequired ? { failed: 1 } : { skipped: 1 }, "e2e: no Chromium");
  }
  let sandbox;
  try {
    // The tests make more people a minute than would join or sign in from one address.
    sandbox = await startSandbox({ env: { SIGN_IN_LIMIT_PER_MINUTE: "100", UNDONE_REGISTRATIONS: "100" } });
    const report = path.join(reports, "e2e.json");
    const code = await show(
      "e2e",
      ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...specs],
      {
        cwd: panel,
        env: {
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          CHROMIUM: browser,
          PANEL_URL: sandbox.panelUrl,
          API_URL: sandbox.apiUrl,
        },
      },
    );
    const result = readReport(report);
    const stats = result?.stats;
    slowFiles.push(...readPlaywrightFiles(result, path.join(panel, "e2e")));
    addFailuresOf("e2e", readPlaywrightFailures(result, path.join(panel, "e2e")), code !== 0);
    const counts = {
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: stats?.unexpected ?? 0,
      skipped: stats?.skipped ?? 0,
    };
    if (code !== 0 && counts.failed === 0) {
      counts.failed = 1;
    }
    count("e2e", counts);
    if (counts.failed > 0) {
      fs.mkdirSync(logs, { recursive: true });
      fs.appendFileSync(logOf("e2e"), sandbox.output());
    }
  } catch (error) {
    say(`FAILED the sandbox for the browser suite: ${error.message}`);
    count("e2e", { failed: 1 }, "e2e: the sandbox");
  } finally {
    const code = await sandbox?.stop();
    if (code) {
      say(`FAILED the sandbox ended with exit code ${code}`);
      count("e2e", { failed: 1 }, "e2e: stopping");
    }
  }
}

// ── All of it ───────────────────────────────────────────────────────────────

try {
  await install({ needsAll: true });
} catch (error) {
  console.error(error.publicMessage ?? error);
  process.exit(1);
}
if (chosen.includes("integration") && !findProgram(["xmllint"])) {
  const missing = installSystemPackage("libxml2-utils");
  if (missing) {
    console.log(`without xmllint, the schema tests of the EPP frames are skipped: ${missing}`);
  }
}
if (chosen.includes("integration")) {
  const missing = installMissing(dnsPackages);
  if (missing) {
    console.log(`without Knot, Unbound and dig, the tests of signed zones are skipped: ${missing}`);
  }
  const missingDatabases = installMissing(databaseTestPackages);
  if (missingDatabases) {
    console.log(
      `without PgBouncer and Debian's PostgreSQL, the tests with a pooler or an older server are skipped: ${missingDatabases}`,
    );
  }
  const missingCheckers = installMissing(zoneTestPackages);
  if (missingCheckers) {
    console.log(
      `without named-checkzone and kzonecheck, the comparisons with them are skipped: ${missingCheckers}`,
    );
  }
  const missingProxy = installMissing(proxyTestPackages);
  if (missingProxy) {
    console.log(`without Caddy, the test of live mode behind a proxy is skipped: ${missingProxy}`);
  }
  const missingMail = installMissing(mailTestPackages);
  if (missingMail) {
    console.log(
      `without the mail servers, swaks, mutt and python3-dkim, their tests are skipped: ${missingMail}`,
    );
  }
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

const suiteRuns = {
  check,
  unit: () => vitest("unit"),
  dom: () => vitest("dom"),
  integration: () => vitest("integration"),
  e2e: endToEnd,
  storm: () => vitest("storm"),
};

const waiting = suites.filter((suite) => chosen.includes(suite));
async function runWaiting() {
  for (let name = waiting.shift(); name && !isInterrupted; name = waiting.shift()) {
    const suiteStartedMs = Date.now();
    await suiteRuns[name]();
    timings.push({ name, tookMs: Date.now() - suiteStartedMs });
  }
}

// Two rows keep two processors busy. A third made tests time out.
await Promise.all([runWaiting(), runWaiting()]);
fs.rmSync(reports, { recursive: true, force: true });

for (const { test, error } of failedTests) {
  console.log(`FAILED ${test}\n${error}\n`);
}
if (failures.length > 0) {
  console.log(
    `Failed: ${failures.join(", ")}${isDetailed ? "" : `; all output is in ${path.relative(root, logs)}`}\n`,
  );
}
process.stdout.write(results);
console.log("\nTime");
for (const { name, tookMs } of timings.sort((one, other) => other.tookMs - one.tookMs)) {
  const { passed = 0, failed = 0, skipped = 0 } = countsOf.get(name) ?? {};
  console.log(
    `${seconds(tookMs).padStart(9)}  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  );
}
console.log(`${seconds(Date.now() - startedMs).padStart(9)}  in all`);
if (slowFiles.length > 0) {
  console.log("\nSlowest files");
  for (const { file, suite, tookMs } of slowFiles
    .sort((one, other) => other.tookMs - one.tookMs)
    .slice(0, slowestShown)) {
    console.log(`${seconds(tookMs).padStart(9)}  ${file} (${suite})`);
  }
}
if (isInterrupted) {
  console.log("\nInterrupted.");
}
const totalOf = (kind) => [...countsOf.values()].reduce((sum, counts) => sum + counts[kind], 0);
console.log(`\n${totalOf("passed")} passed, ${totalOf("failed")} failed, ${totalOf("skipped")} skipped`);
process.exit(totalOf("failed") > 0 || isInterrupted ? 1 : 0);
