import { EnvError } from "../env.ts";

/** Refuses a command's input: one line on stderr, and exit code 2. */
export function refuse(message: string): never {
  console.error(`zonepost: ${message}`);
  process.exit(2);
}

/** Runs an operator's command. Invalid settings are refused like its input; any other error gives exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof EnvError) {
      refuse(error.message);
    }
    console.error(error);
    process.exitCode = 1;
  }
}
