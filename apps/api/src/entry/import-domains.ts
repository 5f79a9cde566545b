import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import pino from "pino";
import { readEnv } from "../env.ts";
import { rowId } from "../kernel/ids.ts";
import { createLogger } from "../kernel/log.ts";
import { refuse, runCommand } from "./command.ts";

// Takes over domains that the operator already holds at a registry. Prints a line for each name, with tabs between name,
// outcome and detail. Exit code 1 if a name was refused or failed, 2 for invalid input.

const { values } = parseArgs({
  options: {
    workspace: { type: "string", default: "" },
    file: { type: "string", default: "" },
    "dry-run": { type: "boolean", default: false },
    "no-auto-renew": { type: "boolean", default: false },
  },
});

const parallel = 4;

/** One name a line; empty lines and comments are left out. */
function readNames(file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    return [...new Set(lines.map((line) => line.replace(/#.*$/, "").trim()).filter(Boolean))];
  } catch (error) {
    return refuse(`--file: ${error instanceof Error ? error.message : error}`);
  }
}

await runCommand(async () => {
  const names = readNames(values.file);
  const workspaceId = rowId("wsp", values.workspace);
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { wire } = await import("../wire.ts");
  const wired = wire(
    readEnv(),
    "import",
    createLogger("import", "warn", pino.destination({ dest: 2, sync: true })),
  );
  try {
    await wired.refuseWrongKey();
    if (workspaceId === undefined || !(await wired.hasWorkspace(workspaceId))) {
      refuse(`--workspace: there is no workspace ${values.workspace}`);
    }
    const how = {
      workspaceId,
      autoRenew: !values["no-auto-renew"],
      isDryRun: values["dry-run"],
    };
    const counts: Record<string, number> = {};
    const waiting = names.values();
    const worker = async () => {
      for (const text of waiting) {
        const { name, outcome, detail } = await wired.importDomain(text, how);
        console.log([name, outcome, detail].join("\t"));
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    const summary = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
    console.error(`${names.length} names: ${summary.join(", ") || "none"}`);
    process.exitCode = counts.refused || counts.failed ? 1 : 0;
  } finally {
    await wired.close();
  }
});
