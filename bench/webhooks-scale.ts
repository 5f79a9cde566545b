import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { runBench, say } from "./processes.ts";
import { measureClaims } from "./webhooks-scale/claim.ts";
import { measureFairness } from "./webhooks-scale/fairness.ts";
import { createHistory, databaseUrlOf, hasHistory, loadingSettings } from "./webhooks-scale/history.ts";
import { measureLog } from "./webhooks-scale/log.ts";
import { openPlace, type Place } from "./webhooks-scale/place.ts";
import { measureRetention } from "./webhooks-scale/retention.ts";
import { measureHeldSnapshot } from "./webhooks-scale/snapshot.ts";
import { measureSoak } from "./webhooks-scale/soak.ts";
import { Targets } from "./webhooks-scale/targets.ts";
import { measureWorkers } from "./webhooks-scale/workers.ts";

// Webhooks with a long history and many endpoints, over time, and with several workers; see README.md.

const defaults = { deliveries: 10_000_000, held: 60, soak: 15 };
const [sections, settings, folderToKeep] = readArguments(process.argv.slice(2));

const measurements: Record<string, (place: Place, targets: Targets) => Promise<void>> = {
  claim: measureClaims,
  log: measureLog,
  fairness: measureFairness,
  workers: measureWorkers,
  snapshot: (place, targets) => measureHeldSnapshot(place, targets, settings.held),
  retention: measureRetention,
  soak: (place, targets) => measureSoak(place, targets, settings.soak),
};

async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const folder = folderToKeep ?? mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  if (folderToKeep === undefined) {
    cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  }
  const dataDir = path.join(folder, "data");
  await load(dataDir);
  const server = await startEmbeddedServer({ dataDir });
  cleanUp.defer(() => server.stop());
  const place = await openPlace(databaseUrlOf(server.url), dataDir, cleanUp);
  const targets = new Targets();
  for (const [name, measure] of Object.entries(measurements)) {
    if (sections.length === 0 || sections.includes(name)) {
      const startedAt = performance.now();
      await measure(place, targets);
      say(`${name} took ${seconds(startedAt)} s`);
    }
  }
  console.log(`\n${targets.count - targets.missed.length} of ${targets.count} targets met`);
  for (const { name, value, limit } of targets.missed) {
    console.log(`MISSED ${name}: ${value.toFixed(2)} (${limit})`);
  }
  console.log(`Load of the machine, over a minute: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  process.exitCode = targets.missed.length === 0 ? 0 : 1;
}

async function load(dataDir: string): Promise<void> {
  const startedAt = performance.now();
  const server = await startEmbeddedServer({ dataDir, settings: loadingSettings });
  try {
    if (!(await hasHistory(server.url))) {
      say(`loading ${settings.deliveries.toLocaleString("en")} deliveries`);
      await createHistory(server.url, settings.deliveries);
    }
  } finally {
    await server.stop({ graceMs: 120_000 });
  }
  // The import ran without fsync: the kernel would write gigabytes while the first sections are measured.
  execFileSync("sync");
  console.log(`History loaded in ${seconds(startedAt)} s`);
}

const seconds = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(0);

/** Sections by name, and settings such as `soak=5` and `keep=FOLDER`. */
function readArguments(given: readonly string[]): [string[], typeof defaults, string | undefined] {
  const read = { ...defaults };
  const names: string[] = [];
  let keep: string | undefined;
  for (const argument of given) {
    const [name = "", value] = argument.split("=");
    if (value === undefined) {
      names.push(name);
    } else if (name === "keep") {
      keep = path.resolve(value);
    } else if (Object.hasOwn(defaults, name) && Number(value) >= 1) {
      read[name as keyof typeof defaults] = Number(value);
    } else {
      throw new Error(`unknown setting ${argument}`);
    }
  }
  return [names, read, keep];
}

const unknown = sections.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  throw new Error(`no section ${unknown.join(", ")}; there are ${Object.keys(measurements).join(", ")}`);
}
await runBench(main);
