import { spawnSync } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";

/** A reason that the operator can fix, in one line. */
export class MailUnavailableError extends Error {
  override name = "MailUnavailableError";
}

export type HostFolders = {
  root: string;
  configuration: string;
  state: string;
  logs: string;
  mailboxes: string;
};

/** The folders of the mail servers below the data folder. Their own users must be able to reach them. */
export async function makeHostFolders(dataDir: string, users: readonly string[]): Promise<HostFolders> {
  const root = path.join(dataDir, "mail");
  await mkdir(root, { recursive: true });
  await chmod(root, 0o711);
  for (const user of users) {
    const blocked = firstUnreachable(user, root);
    if (blocked) {
      throw new MailUnavailableError(
        `The mail servers run as other users, and ${user} cannot reach ${blocked}: allow it with chmod o+x ${blocked}, or set DATA_DIR to another folder.`,
      );
    }
  }
  const [configuration = "", state = "", logs = "", mailboxes = ""] = [
    "configuration",
    "state",
    "logs",
    "mailboxes",
  ].map((name) => path.join(root, name));
  return { root, configuration, state, logs, mailboxes };
}

/** Checked as that user, because root's view doesn't show another user's access. */
function firstUnreachable(user: string, folder: string): string | undefined {
  const { uid, gid } = userIds(user);
  const steps: string[] = [];
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    steps.unshift(at);
  }
  return steps.find((step) => spawnSync("test", ["-x", step], { uid, gid, cwd: "/" }).status !== 0);
}

export function userIds(user: string): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout),
  );
  return { uid, gid };
}
