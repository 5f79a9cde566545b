import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

// Files that are on the disk, with their names, once a function returns: for backups, which must survive a power cut.

/**
 * Writes what the system holds back of a file's content or, for a folder, of its names.
 * @param {string} target
 */
export function syncToDisk(target) {
  const descriptor = fs.openSync(target, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Renames, in one folder.
 * @param {string} from
 * @param {string} to
 */
export function renameDurably(from, to) {
  fs.renameSync(from, to);
  syncToDisk(path.dirname(to));
}

/**
 * Readers find either the former content or all of the new one.
 * @param {string} file
 * @param {string | Buffer} content
 * @param {{ mode?: number }} [options]
 */
export function writeDurably(file, content, { mode = 0o600 } = {}) {
  const draft = `${file}.new`;
  fs.rmSync(draft, { force: true });
  fs.writeFileSync(draft, content, { mode });
  syncToDisk(draft);
  renameDurably(draft, file);
}

/**
 * @param {string} file
 * @param {AbortSignal} [signal]
 */
export async function sha256OfFile(file, signal) {
  const hash = createHash("sha256");
  for await (const part of fs.createReadStream(file, { highWaterMark: 1 << 20, signal })) {
    hash.update(part);
  }
  return hash.digest("hex");
}
