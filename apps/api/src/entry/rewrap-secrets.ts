import { parseArgs } from "node:util";
import { readSetUpEnv } from "../env.ts";
import type { SealedReport } from "../wire/rewrap-secrets.ts";
import { describeCounts, describeOthers, describeRest, isRetiredInUse } from "../wire/sealed-report.ts";
import { wireSetUp } from "../wire-set-up.ts";
import { refuse, runCommand } from "./command.ts";

// Seals again what retired keys have sealed, and prints how many values each key has sealed before and after. With
// `--count`, only counts; with `--none-left`, ends with 1 if something is sealed with a retired key.

function readArguments() {
  const options = {
    count: { type: "boolean", default: false },
    "none-left": { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    return refuse("The only option is --count.");
  }
}

await runCommand(async () => {
  const { count, "none-left": isNoneLeft } = readArguments();
  const setUp = wireSetUp(readSetUpEnv());
  try {
    const before = await setUp.reportSecrets();
    if (isNoneLeft) {
      requireNoneLeft(before);
      return;
    }
    console.log(["Encrypted values by key:", ...describeCounts(before)].join("\n"));
    const others = describeOthers(before);
    if (others !== undefined) {
      console.error(others);
      process.exitCode = 1;
    }
    if (count || others !== undefined) {
      return;
    }
    const unreadable = await setUp.rewrapSecrets();
    const after = await setUp.reportSecrets();
    console.log(["Now:", ...describeCounts(after)].join("\n"));
    if (unreadable > 0) {
      console.error(`${unreadable} values can't be decrypted, although their key is configured.`);
    }
    const { text, isProblem } = describeRest(after);
    console[isProblem ? "error" : "log"](text);
    process.exitCode = isProblem ? 1 : 0;
  } finally {
    await setUp.close();
  }
});

function requireNoneLeft(report: SealedReport): void {
  const problem = describeOthers(report) ?? (isRetiredInUse(report) ? describeRest(report).text : undefined);
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
}
