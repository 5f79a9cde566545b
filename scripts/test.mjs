import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { startSandbox } from "../sandbox/testing.mjs";
import { findOrInstallBrowser } from "./browser.mjs";
import { install } from "./install.mjs";
import { node, root } from "./project.mjs";
import {
  dnsPackages,
  findProgram,
  installMissing,
  installSystemPackage,
  mailTestPackages,
} from "./system-packages.mjs";

// Runs all checks and tests: `--only check|unit|dom|integration|e2e|storm` for one suite, and paths for a part of it. The
// integration suite waits for much of its time, so the others run beside it, in order. The last line is the sum of all.

const suites = ["check", "unit", "dom", "integration", "e2e", "storm"];
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

const total = { passed: 0, failed: 0, skipped: 0 };
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

function count(step, { passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) {
    failures.push(`${step} (${failed})`);
  }
}

/** The output of a suite. One that runs in parallel is silent until it ends, so that lines don't mix. */
function createOutput({ isLive }) {
  let kept = "";
  return {
    isLive,
    write(text) {
      if (isLive) {
        process.stdout.write(text);
      } else {
        kept += text;
      }
    },
    say(text) {
      this.write(`${text}\n`);
    },
    title(text) {
      this.say(`\n── ${text} ${"─".repeat(Math.max(0, 76 - text.length))}`);
    },
    flush() {
      process.stdout.write(kept);
      kept = "";
    },
  };
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
async function show(out, suite, args, options) {
  if (!isDetailed) {
    const log = openLog(suite);
    const { code } = await run(args, { ...options, log });
    fs.closeSync(log);
    return code;
  }
  const { code, output } = await run(args, { ...options, isQuiet: !out.isLive });
  out.write(output);
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

async function verify(out, name, args, options) {
  const stepStartedMs = Date.now();
  const { code, output } = await run(args, { ...options, isQuiet: true });
  const took = seconds(Date.now() - stepStartedMs);
  const last = output.trim().split("\n").at(-1);
  out.say(`${code === 0 ? "ok    " : "FAILED"} ${name} (${took})${code === 0 && last ? `: ${last}` : ""}`);
  if (code !== 0) {
    out.say(output);
  }
  count(name, code === 0 ? { passed: 1 } : { failed: 1 });
}

function typedFolders() {
  const groups = ["apps", "sandbox", "deploy", "packages", "examples"].filter((group) =>
    fs.existsSync(path.join(root, group)),
  );
  const folders = groups.flatMap((group) =>
    fs.readdirSync(path.join(root, group)).map((name) => path.join(group, name)),
  );
  return [...folders, "bench", "scripts"].filter((folder) =>
    fs.existsSync(path.join(root, folder, "tsconfig.json")),
  );
}

async function check(out) {
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const steps = [
    () =>
      verify(out, "format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--colors=off", "."]),
    () => verify(out, "import rules", ["scripts/check/import-rules.mjs"]),
    () => verify(out, "documents", ["scripts/check/doc-references.mjs"]),
    () => verify(out, "words", ["scripts/check/words.mjs"]),
    () => verify(out, "unused code", ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"]),
    ...typedFolders().map(
      (folder) => () =>
        // More checkers would each work out the same library types, which takes twice the time.
        verify(out, `types of ${folder}`, [compiler, "-p", "tsconfig.json", "--checkers", "1"], {
          cwd: path.join(root, folder),
        }),
    ),
  ];
  const takeNext = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) {
      await step();
    }
  };
  await Promise.all([takeNext(), takeNext()]);
}

// ── unit, integration, storm: Vitest ────────────────────────────────────────

const shownOfError = (text) =>
  stripVTControlCharacters(text ?? "")
    .split("\n")
    .slice(0, shownOfErrorLines)
    .join("\n");

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

/** @param {string[]} [projects] of the suite; one of the same name by default */
async function vitest(suite, out, projects = [suite]) {
  const report = path.join(reports, `${suite}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...paths,
  ];
  const code = await show(out, suite, args, { env: { NODE_ENV: "test" } });
  const result = readReport(report);
  for (const { name, startTime, endTime } of result?.testResults ?? []) {
    slowFiles.push({ file: path.relative(root, name), suite, tookMs: endTime - startTime });
  }
  failedTests.push(...readVitestFailures(result));
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

async function endToEnd(out) {
  const panel = path.join(root, "apps/panel");
  const { browser, missing } = findOrInstallBrowser();
  if (!browser) {
    const isRequired = process.env.CI === "true";
    out.say(`${isRequired ? "FAILED " : "skipped"} browser suite: no Chromium; ${missing}`);
    return count("e2e: no Chromium", isRequired ? { failed: 1 } : { skipped: 1 });
  }
  let sandbox;
  try {
    // The tests make more people a minute than would join or sign in from one address.
    sandbox = await startSandbox({ env: { SIGN_IN_LIMIT_PER_MINUTE: "100", UNDONE_REGISTRATIONS: "100" } });
    const report = path.join(reports, "e2e.json");
    const code = await show(
      out,
      "e2e",
      ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
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
    failedTests.push(...readPlaywrightFailures(result, path.join(panel, "e2e")));
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
    out.say(`FAILED the sandbox for the browser suite: ${error.message}`);
    count("e2e: the sandbox", { failed: 1 });
  } finally {
    const code = await sandbox?.stop();
    if (code) {
      out.say(`FAILED the sandbox ended with exit code ${code}`);
      count("e2e: stopping", { failed: 1 });
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
  unit: (out) => vitest("unit", out),
  dom: (out) => vitest("dom", out),
  integration: (out) => vitest("integration", out),
  e2e: endToEnd,
  storm: (out) => vitest("storm", out),
};

async function runInOrder(names, { isLive }) {
  for (const name of names) {
    if (isInterrupted) {
      return;
    }
    const suiteStartedMs = Date.now();
    const out = createOutput({ isLive });
    out.title(name);
    const before = { ...total };
    await suiteRuns[name](out);
    const counted = Object.entries(total).map(([kind, sum]) => `${sum - before[kind]} ${kind}`);
    out.say(`${name}: ${counted.join(", ")} in ${seconds(Date.now() - suiteStartedMs)}`);
    timings.push({ name, tookMs: Date.now() - suiteStartedMs });
    out.flush();
  }
}

const inOrder = suites.filter((suite) => chosen.includes(suite));
// Two rows keep two processors busy. A third made tests time out.
const rows = [
  ["integration", "storm"],
  ["e2e", "check", "unit", "dom"],
]
  .map((row) => row.filter((suite) => inOrder.includes(suite)))
  .filter((row) => row.length > 0);
const beside = rows.slice(1).flat();
if (beside.length > 0) {
  console.log(`\nBeside ${rows[0]}: ${beside.join(", ")}. Each prints its result when it ends.`);
}
await Promise.all(rows.map((row, at) => runInOrder(row, { isLive: at === 0 })));
fs.rmSync(reports, { recursive: true, force: true });

for (const { test, error } of failedTests) {
  console.log(`\nFAILED ${test}\n${error}`);
}
if (failures.length > 0) {
  console.log(
    `\nFailed: ${failures.join(", ")}${isDetailed ? "" : `; all output is in ${path.relative(root, logs)}`}`,
  );
}
console.log("\nTime");
for (const { name, tookMs } of timings.sort((one, other) => other.tookMs - one.tookMs)) {
  console.log(`${seconds(tookMs).padStart(9)}  ${name}`);
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
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || isInterrupted ? 1 : 0);
