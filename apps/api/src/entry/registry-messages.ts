import { parseArgs } from "node:util";
import { readSetUpEnv } from "../env.ts";
import { wireSetUp } from "../wire-set-up.ts";
import { refuse, runCommand } from "./command.ts";

// Prints the latest messages of the registries, one per line. Invalid input gives one line on stderr and exit code 2.

const { values } = parseArgs({ options: { limit: { type: "string", default: "50" } } });
const limit = Number(values.limit);

if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
  refuse("--limit must be a whole number from 1 to 10000");
}
await runCommand(async () => {
  const setUp = wireSetUp(readSetUpEnv());
  try {
    const lines = await setUp.listRegistryMessages(limit);
    console.log(lines.length > 0 ? lines.join("\n") : "No messages yet.");
  } finally {
    await setUp.close();
  }
});
