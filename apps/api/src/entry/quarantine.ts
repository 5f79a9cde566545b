import { parseArgs } from "node:util";
import pino from "pino";
import { readEnv } from "../env.ts";
import { createLogger } from "../kernel/log.ts";
import { refuse, runCommand } from "./command.ts";

// `show`, `take-over` or `release` a restored installation. Exit code 1 if a processor or registry doesn't respond, or if
// the installation isn't in quarantine; 2 for invalid input.

const { positionals } = parseArgs({ allowPositionals: true, options: {} });
const [verb = "show"] = positionals;

const lineOf = (what: string, count: number, first: readonly string[]) =>
  `  ${String(count).padStart(7)}  ${what}${first.length > 0 ? `: ${first.join("; ")}${count > first.length ? "; …" : ""}` : ""}`;

type Release = ReturnType<typeof import("../wire.ts").wire>["release"];

const findingLines = (findings: Awaited<ReturnType<Release["takeOver"]>>) =>
  findings.map(({ kind, id, message }) => `  ${kind} ${id}: ${message}`);

async function show(release: Release): Promise<void> {
  const quarantine = await release.readQuarantine();
  if (!quarantine) {
    const last = await release.readRelease();
    console.log("This installation isn't in quarantine.");
    if (last && last.findings.length > 0) {
      console.log(`Left to you by the release of ${last.releasedAt}:`);
      console.log(findingLines(last.findings).join("\n"));
    }
    return;
  }
  const { since, backupTakenAt, restoredTo } = quarantine;
  console.log(`In quarantine since ${since}.`);
  console.log(`Backup: ${backupTakenAt ?? "unknown"}. Restored to: ${restoredTo ?? "its end"}.`);
  const waiting = await release.listWaiting();
  console.log(
    waiting.length > 0 ? "After the release, these are sent or carried out:" : "Nothing waits to be sent.",
  );
  for (const { what, count, first } of waiting) {
    console.log(lineOf(what, count, first));
  }
  console.log("Since the backup, at the processors and registries:");
  for (const line of await release.previewOutside()) {
    console.log(`  ${line}`);
  }
}

async function takeOver(release: Release): Promise<void> {
  console.log("Taking over what has happened since the backup:");
  let count = 0;
  const findings = await release.takeOver((line) => {
    count += 1;
    console.log(`  ${line}`);
  });
  console.log(`${count} taken over, ${findings.length} left to you${findings.length > 0 ? ":" : "."}`);
  if (findings.length > 0) {
    console.log(findingLines(findings).join("\n"));
  }
}

async function end(release: Release): Promise<void> {
  const { keyCount, passwordCount, ownerCount, droppedEmailCount } = await release.release();
  console.log("The quarantine is over.");
  console.log(
    `${keyCount} API keys are off until an owner turns each on. ${passwordCount} passwords are void.`,
  );
  console.log(`${ownerCount} owners get an email. ${droppedEmailCount} emails with void links were dropped.`);
}

const acts: Record<string, (release: Release) => Promise<void>> = {
  show,
  "take-over": takeOver,
  release: end,
};

await runCommand(async () => {
  const act = acts[verb] ?? refuse(`${verb} is neither show, take-over nor release`);
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { wire } = await import("../wire.ts");
  const log = createLogger("release", "error", pino.destination({ dest: 2, sync: true }));
  const wired = wire(readEnv(), "release", log);
  try {
    await wired.refuseWrongKey();
    await act(wired.release);
  } catch (error) {
    const reason = await wired.release.explain(error);
    if (reason === undefined) {
      throw error;
    }
    console.error(`zonepost: ${reason}`);
    process.exitCode = 1;
  } finally {
    await wired.close();
  }
});
