import { readSetUpEnv } from "../env.ts";
import { wireSetUp } from "../wire-set-up.ts";
import { runCommand } from "./command.ts";

// Ends all sessions, and prints how many there were.

await runCommand(async () => {
  const setUp = wireSetUp(readSetUpEnv());
  try {
    console.log(await setUp.endAllSessions());
  } finally {
    await setUp.close();
  }
});
