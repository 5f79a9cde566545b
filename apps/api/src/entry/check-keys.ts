import { readSetUpEnv } from "../env.ts";
import { wireSetUp } from "../wire-set-up.ts";
import { runCommand } from "./command.ts";

// Ends with exit code 2 if ENCRYPTION_KEY and the retired keys can't decrypt the secrets in the database.

await runCommand(async () => {
  const setUp = wireSetUp(readSetUpEnv());
  try {
    await setUp.requireKeys();
  } finally {
    await setUp.close();
  }
});
