import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { mailConfiguration } from "./mail-configuration.ts";
import type { MailServerOptions } from "./options.ts";

const run = promisify(execFile);

const idOf = async (flag: "-u" | "-g", name: string) => Number((await run("id", [flag, name])).stdout);

/** Writes the configuration and makes the folders that the servers expect, with their owners. Needs root. */
export async function writeMailConfiguration(options: MailServerOptions): Promise<void> {
  const { configuration, state, run: sockets, logs, mailboxes } = options.folders;
  const { uid, gid } = options.mailUser;
  const ownerOf = async (name: string) => ({ uid: await idOf("-u", name), gid: await idOf("-g", name) });
  const root = { uid: 0, gid: 0 };
  const postfix = await ownerOf("postfix");
  const rspamd = await ownerOf("_rspamd");
  await makeFolder(configuration, root, 0o755);
  await makeFolder(state, root, 0o755);
  await makeFolder(`${state}/postfix`, root, 0o755);
  await makeFolder(`${state}/postfix/queue`, root, 0o755);
  await makeFolder(`${state}/postfix/data`, postfix, 0o700);
  await makeFolder(`${state}/dovecot`, root, 0o755);
  await makeFolder(`${state}/rspamd`, rspamd, 0o700);
  await makeFolder(`${state}/rspamd/hyperscan`, rspamd, 0o700);
  await makeFolder(sockets, root, 0o755);
  await makeFolder(`${sockets}/dovecot`, root, 0o755);
  await makeFolder(`${sockets}/rspamd`, rspamd, 0o755);
  await makeFolder(logs, root, 0o755);
  await makeFolder(mailboxes, { uid, gid }, 0o700);
  await makeFolder(`${state}/postmaster`, { uid, gid }, 0o700);
  for (const { path: name, text, group, isProgram } of mailConfiguration(options)) {
    const file = path.join(configuration, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
    await replaceFile(file, text, { gid: group && (await idOf("-g", group)), isProgram });
  }
  const secretFile = path.join(configuration, "srs-secret");
  const secret = await readFile(secretFile, "utf8").catch(() => `${randomBytes(32).toString("base64url")}\n`);
  await replaceFile(secretFile, secret, { gid: await idOf("-g", "postfix") });
}

async function makeFolder(folder: string, owner: { uid: number; gid: number }, mode: number) {
  await mkdir(folder, { recursive: true });
  await chown(folder, owner.uid, owner.gid);
  await chmod(folder, mode);
}

/** With a group, only root and the group may read it. */
async function replaceFile(
  file: string,
  text: string,
  { gid, isProgram }: { gid?: number; isProgram?: boolean },
) {
  await writeFile(`${file}.new`, text, { mode: gid === undefined ? 0o644 : 0o640 });
  if (isProgram) {
    await chmod(`${file}.new`, 0o755);
  }
  if (gid !== undefined) {
    await chown(`${file}.new`, 0, gid);
  }
  await rename(`${file}.new`, file);
}
