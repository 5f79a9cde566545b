import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import path from "node:path";

/** The file, by its inode, and the number of bytes that are done. */
export type FilePosition = { inode: number; offset: number };
export type LogLine = { text: string; file: number; offset: number };

const chunkBytes = 262_144;
/** The rest of a longer line is left out. */
const maxLineBytes = 8_192;

/** Reads a log that grows, and that is renamed or truncated when it is rotated. */
export class LogFile {
  readonly #path: string;
  #position: FilePosition | null;
  #handle: FileHandle | null = null;

  constructor(file: string, position: FilePosition | null) {
    this.#path = file;
    this.#position = position;
  }

  /** Up to the last line that was read. */
  get position(): FilePosition | null {
    return this.#position;
  }

  /** The next lines, complete ones only; empty if there are none now. */
  async read(): Promise<LogLine[]> {
    this.#handle ??= await this.#open();
    if (!this.#handle || !this.#position) {
      return [];
    }
    const { size } = await this.#handle.stat();
    if (size < this.#position.offset) {
      this.#position.offset = 0;
    }
    const lines = await this.#readLines(this.#handle, this.#position);
    if (lines.length > 0 || !(await this.#wasReplaced())) {
      return lines;
    }
    // A last read, for lines that were written before the rename.
    const last = await this.#readLines(this.#handle, this.#position);
    if (last.length === 0) {
      await this.close();
      this.#position = null;
      return this.read();
    }
    return last;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }

  async #open(): Promise<FileHandle | null> {
    const file = this.#position === null ? this.#path : await this.#findInode(this.#position.inode);
    const handle = await open(file, "r").catch(ignoreMissing);
    if (handle) {
      const { ino } = await handle.stat();
      if (this.#position?.inode !== ino) {
        this.#position = { inode: ino, offset: 0 };
      }
    }
    return handle;
  }

  /** The file of the position may have been renamed while this program was not running. */
  async #findInode(inode: number): Promise<string> {
    const folder = path.dirname(this.#path);
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(path.basename(this.#path)))) {
      const file = path.join(folder, name);
      if ((await stat(file).catch(ignoreMissing))?.ino === inode) {
        return file;
      }
    }
    return this.#path;
  }

  async #wasReplaced(): Promise<boolean> {
    const found = await stat(this.#path).catch(ignoreMissing);
    return found !== null && found.ino !== this.#position?.inode;
  }

  async #readLines(handle: FileHandle, position: FilePosition): Promise<LogLine[]> {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position.offset);
    const bytes = buffer.subarray(0, bytesRead);
    const lines: LogLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      const text = bytes.subarray(start, Math.min(end, start + maxLineBytes)).toString("utf8");
      lines.push({ text, file: position.inode, offset: position.offset + start });
      start = end + 1;
    }
    // No line ends in a whole chunk: its beginning can't be of use.
    position.offset += start === 0 && bytesRead === chunkBytes ? chunkBytes : start;
    return lines;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") {
    return null;
  }
  throw error;
}
