import { parseArgs } from "node:util";
import { EnvError, readSetUpEnv } from "../env.ts";
import { wireSetUp } from "../wire.ts";

// Prints the latest messages of the registries, one per line. Invalid input gives one line on stderr and exit code 2.

const { values } = parseArgs({ options: { limit: { type: "string", default: "50" } } });
const limit = Number(values.limit);

function refuse(message: string): never {
  console.error(`zonepost: ${message}`);
  process.exit(2);
}

if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
  refuse("--limit must be a whole number from 1 to 10000");
}
try {
  const setUp = wireSetUp(readSetUpEnv());
  try {
    const lines = await setUp.listRegistryMessages(limit);
    console.log(lines.length > 0 ? lines.join("\n") : "No messages yet.");
  } finally {
    await setUp.close();
  }
} catch (error) {
  if (error instanceof EnvError) {
    refuse(error.message);
  }
  console.error(error);
  process.exitCode = 1;
}
