import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chown, mkdtemp, readFile, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const maxOriginals = 20;

/** The Sieve scripts in a mailbox's folder, as Dovecot stores them. Texts are latin1, so that bytes stay what they are. */
export class ScriptFolder {
  readonly #home: string;
  readonly #folder: string;
  readonly #dovecot: string;

  constructor(home: string, dovecot: string) {
    this.#home = home;
    this.#folder = path.join(home, "sieve");
    this.#dovecot = dovecot;
  }

  exists = async (): Promise<boolean> => (await unlessMissing(stat(this.#folder)))?.isDirectory() ?? false;

  readMark = (): Promise<string | undefined> =>
    unlessMissing(readFile(path.join(this.#home, "sieve-checked"), "utf8"));

  writeMark = (mark: string): Promise<void> => this.#write(path.join(this.#home, "sieve-checked"), mark);

  /** The name of the active script. Undefined: there is none. */
  async findActive(): Promise<string | undefined> {
    const target = await unlessMissing(readlink(path.join(this.#home, "active.sieve")));
    const name = target === undefined ? undefined : /^(?:\.\/)?sieve\/(.+)\.sieve$/.exec(target)?.[1];
    if (target !== undefined && (name === undefined || !this.isName(name))) {
      throw new Error("the link to the active script leads elsewhere");
    }
    return name;
  }

  isName = (name: string): boolean => name !== "" && !/[/\0]/.test(name) && !name.startsWith(".");

  read = (name: string): Promise<string | undefined> => unlessMissing(readFile(this.#fileOf(name), "latin1"));

  hashOf = (text: string): string => createHash("sha256").update(text, "latin1").digest("hex");

  /** As a script of its own that isn't active. */
  async keepOriginal(name: string, text: string): Promise<void> {
    for (let count = 1; count <= maxOriginals; count += 1) {
      const original = `${name} (original${count === 1 ? "" : ` ${count}`})`;
      const stored = await this.read(original);
      if (stored === undefined) {
        await this.#write(this.#fileOf(original), text);
      }
      if (stored === undefined || stored === text) {
        return;
      }
    }
    throw new Error("there are too many copies of a script");
  }

  /** Unless someone stored it in the meantime: then it was checked. */
  async replace(name: string, before: string, text: string): Promise<void> {
    if ((await this.read(name)) === before) {
      await this.#write(this.#fileOf(name), text);
      await rm(path.join(this.#folder, `${name}.svbin`), { force: true });
    }
  }

  /** Whether Dovecot can use a script, with the mailbox's other scripts that it includes. */
  async compiles(text: string): Promise<boolean> {
    if (await this.#compile(text)) {
      return true;
    }
    // The compiler also fails if it can't read its configuration.
    if (!(await this.#compile("keep;"))) {
      throw new Error("sievec compiles nothing");
    }
    return false;
  }

  async #compile(text: string): Promise<boolean> {
    const folder = await mkdtemp(path.join(tmpdir(), "zonepost-sieve-"));
    try {
      const [file, compiled] = [path.join(folder, "script.sieve"), path.join(folder, "script.svbin")];
      await writeFile(file, text, { encoding: "latin1", mode: 0o600 });
      const command = [`HOME=${this.#home}`, "sievec", "-c", this.#dovecot, file, compiled];
      return await run("env", command).then(
        () => true,
        () => false,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #fileOf = (name: string): string => path.join(this.#folder, `${name}.sieve`);

  /** As a whole, with the owner of the folder. Dovecot ignores other files in it. */
  async #write(file: string, text: string): Promise<void> {
    const { uid, gid } = await stat(this.#folder);
    const temporary = path.join(this.#folder, ".zonepost-new");
    await writeFile(temporary, text, { encoding: "latin1", mode: 0o600 });
    await chown(temporary, uid, gid);
    await rename(temporary, file);
  }
}

async function unlessMissing<Value>(wanted: Promise<Value>): Promise<Value | undefined> {
  try {
    return await wanted;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
