import { parseArgs } from "node:util";
import { domainName, emailAddress } from "@zonepost/schema";
import { readSetUpEnv } from "../env.ts";
import { publicId, rowId } from "../kernel/ids.ts";
import { refuse, runCommand } from "./command.ts";

// The zone's name, and a workspace's ID or its owner's address. Invalid input gives one line on stderr and exit code 2.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only validates the input. */
    check: { type: "boolean", default: false },
  },
});
const [zoneText = "", workspaceText = ""] = positionals;

function readName(): string {
  const name = domainName.safeParse(zoneText);
  return name.success ? name.data : refuse(`${zoneText}: ${name.error.issues[0]?.message}`);
}

function readWorkspace(): { id: string } | { ownerEmail: string } {
  const id = rowId("wsp", workspaceText);
  if (id !== undefined) {
    return { id };
  }
  const email = emailAddress.safeParse(workspaceText);
  return email.success
    ? { ownerEmail: email.data }
    : refuse(`${workspaceText}: enter the ID of a workspace, such as wsp_…, or the address of its owner`);
}

await runCommand(async () => {
  const name = readName();
  const who = readWorkspace();
  if (values.check) {
    process.exit(0);
  }
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { wireSetUp } = await import("../wire-set-up.ts");
  const setUp = wireSetUp(readSetUpEnv());
  try {
    const [workspace, ...more] = await setUp.findOwnedWorkspaces(who);
    if (!workspace) {
      throw new Error(
        "id" in who ? `there is no workspace ${workspaceText}` : `${workspaceText} owns no workspace`,
      );
    }
    if (more.length > 0) {
      const ids = [workspace, ...more].map(({ id }) => publicId("wsp", id)).join(", ");
      throw new Error(`${workspaceText} owns several workspaces; enter the ID of one: ${ids}`);
    }
    const { expiresAt } = await setUp.allowZone({ workspaceId: workspace.id, name });
    console.log(
      `${workspace.name} (${publicId("wsp", workspace.id)}) may create the zone ${name} once, until ${expiresAt.toISOString()}.`,
    );
  } finally {
    await setUp.close();
  }
});
