import { parseArgs } from "node:util";
import { refuse, runCommand } from "./command.ts";

// Looks at the installation that the environment describes, and prints each check with what to do. Exit code 1 if one
// failed, 2 for invalid input. `--known` is what the command around it has found.

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { json: { type: "boolean", default: false }, known: { type: "string", default: "{}" } },
    });
    return values;
  } catch {
    return refuse("the doctor has one option: --json");
  }
}

await runCommand(async () => {
  const { json, known } = readOptions();
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { examine, readKnownFacts, reportOf, textOf } = await import("../wire/doctor.ts");
  const results = await examine(readKnownFacts(known));
  const report = reportOf(results);
  const isTerminal = process.stdout.isTTY === true && process.stdout.hasColors();
  const text = json ? JSON.stringify(report, null, 2) : textOf(results, { isTerminal });
  // A connection that hangs doesn't keep the process.
  process.stdout.write(`${text}\n`, () => process.exit(report.ok ? 0 : 1));
});
