import { parseArgs } from "node:util";
import { workspaceCreationInput } from "@zonepost/schema";
import { readSetUpEnv } from "../env.ts";
import { refuse, runCommand } from "./command.ts";

// Prints the invitation's link to stdout, in one line. Invalid input gives one line on stderr and exit code 2.

const optionOf: Record<string, string> = { name: "--name", ownerEmail: "--owner" };

const { values } = parseArgs({
  options: {
    name: { type: "string" },
    owner: { type: "string" },
    /** Only validates the input. */
    check: { type: "boolean", default: false },
  },
});

function readInput() {
  const input = workspaceCreationInput.safeParse({ name: values.name, ownerEmail: values.owner });
  if (input.success) {
    return input.data;
  }
  const [issue] = input.error.issues;
  return refuse(`${optionOf[String(issue?.path[0])] ?? "the input"}: ${issue?.message}`);
}

await runCommand(async () => {
  const input = readInput();
  if (values.check) {
    process.exit(0);
  }
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { wireSetUp } = await import("../wire-set-up.ts");
  const setUp = wireSetUp(readSetUpEnv());
  try {
    const { url, expiresAt } = await setUp.createWorkspace(input);
    console.log(`${url} (for ${input.ownerEmail}, open until ${expiresAt.toISOString()})`);
  } finally {
    await setUp.close();
  }
});
