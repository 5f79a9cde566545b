import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from "node:fs/promises";
import path from "node:path";

/** Of tmpfs and ramfs, in linux/magic.h. */
const memoryFileSystems = new Set([0x01021994, 0x858458f6]);

const unfinished = /^\.[0-9a-f]{12}$/;

export type FolderOptions = {
  path: string;
  /** Owns the folder and its files, and is the only user who can read them. Default: the user of this process. */
  owner?: { uid: number; gid: number } | undefined;
  /** Accepts a file system that is not in memory. */
  mayBeOnDisk: boolean;
};

/** A folder for secrets: in memory, readable by one user, with files that are replaced as a whole. */
export class MemoryFolder {
  readonly #path: string;
  readonly #owner: FolderOptions["owner"];

  private constructor({ path: folder, owner }: FolderOptions) {
    this.#path = folder;
    this.#owner = owner;
  }

  static async open(options: FolderOptions): Promise<MemoryFolder> {
    const { path: folder, owner, mayBeOnDisk } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await lstat(folder);
    const trustedUids = [process.getuid?.(), owner?.uid];
    // In a folder for everyone, such as /dev/shm, another user may have been faster.
    if (!found.isDirectory() || !trustedUids.includes(found.uid)) {
      throw new Error(`${folder} is not a folder of the mail agent's user.`);
    }
    if (!mayBeOnDisk && !memoryFileSystems.has((await statfs(folder)).type)) {
      throw new Error(
        `${folder} is not in memory. Choose a folder in /dev/shm or on a tmpfs, or set MAIL_AGENT_KEYS_ON_DISK=true.`,
      );
    }
    await chmod(folder, 0o700);
    if (owner) {
      await chown(folder, owner.uid, owner.gid);
    }
    const opened = new MemoryFolder(options);
    for (const name of await readdir(folder)) {
      if (unfinished.test(name)) {
        await opened.remove(name);
      }
    }
    return opened;
  }

  /** The names of its files. */
  list(): Promise<string[]> {
    return readdir(this.#path);
  }

  /** Readers see the old text or the new one. An unchanged file keeps its time, so that maps aren't read again. */
  async write(name: string, text: string): Promise<void> {
    const target = this.#pathOf(name);
    if ((await readIfExists(target)) === text) {
      return;
    }
    const temporary = this.#pathOf(`.${randomBytes(6).toString("hex")}`);
    try {
      await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
      if (this.#owner) {
        await chown(temporary, this.#owner.uid, this.#owner.gid);
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    if (path.basename(name) !== name) {
      throw new Error(`${name} is not the name of a file`);
    }
    return path.join(this.#path, name);
  }
}

const readIfExists = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  });
