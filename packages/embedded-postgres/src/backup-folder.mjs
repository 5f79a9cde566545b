import fs from "node:fs";
import path from "node:path";
import { renameDurably, sha256OfFile, syncToDisk, writeDurably } from "./durable-files.mjs";
import { OperatorError, reason } from "./host.mjs";

// A folder of backups: one subfolder for each, the segments of the write-ahead log since the first (`wal`), and copies of
// the keys (`secrets`) unless they are elsewhere. A backup is complete, and its folder has its name, once the manifest is
// on the disk; other folders are what is left of killed runs.

const manifestFile = "manifest.json";
const restoredFile = "restored.json";
const partialEnd = ".partial";
const segmentPattern = /^([\dA-F]{8})([\dA-F]{16})\.gz$/;
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** The names of the parts of a folder of backups. */
export const archiveFolderOf = (/** @type {string} */ folder) => path.join(folder, "wal");
export const secretsFolderOf = (/** @type {string} */ folder) => path.join(folder, "secrets");

/**
 * @typedef {import("./base-backup.mjs").ServerFacts & import("./base-backup.mjs").BaseBackup & { format: 1, version: string, commit: string | null,
 *   platform: string, isArchived: boolean }} BackupManifest
 *   `isArchived`: whether the log from then on is in `wal`.
 * @typedef {{ name: string, folder: string, manifest: BackupManifest }} Backup
 */

/**
 * The complete backups, the oldest first.
 * @param {string} folder
 * @returns {Backup[]}
 */
export function listBackups(folder) {
  return fs
    .readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .sort()
    .map((name) => {
      const own = path.join(folder, name);
      return { name, folder: own, manifest: readManifest(path.join(own, manifestFile)) };
    });
}

function readManifest(file) {
  let manifest;
  try {
    manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (cause) {
    throw new OperatorError(
      `${file} can't be read: ${cause instanceof SyntaxError ? "it isn't JSON" : reason(cause)}.`,
      {
        cause,
      },
    );
  }
  if (manifest.format !== 1) {
    throw new OperatorError(`${file} is of a newer version of Zonepost. Restore with that version.`);
  }
  return manifest;
}

/**
 * Removes what killed runs left, and makes the folder for a new backup.
 * @param {string} folder
 */
export function beginBackup(folder) {
  for (const name of fs.readdirSync(folder)) {
    if (name.endsWith(partialEnd)) {
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  }
  const draft = path.join(folder, `backup-${process.pid}${partialEnd}`);
  fs.mkdirSync(draft, { mode: 0o700 });
  return draft;
}

/**
 * By the time of its end.
 * @param {BackupManifest} manifest
 */
export const nameOfBackup = ({ finishedAt }) => finishedAt.replaceAll(":", "-");

/**
 * Gives a backup its name: from then on, it counts.
 * @param {string} draft
 * @param {BackupManifest} manifest
 * @returns {Backup}
 */
export function completeBackup(draft, manifest) {
  writeDurably(path.join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  const name = nameOfBackup(manifest);
  const folder = path.join(path.dirname(draft), name);
  renameDurably(draft, folder);
  return { name, folder, manifest };
}

/**
 * Deletes all but the newest backups, and the log that only those needed.
 * @param {string} folder
 * @param {number} kept
 */
export function deleteOldBackups(folder, kept) {
  const backups = listBackups(folder);
  const old = backups.slice(0, -kept);
  for (const { folder: own } of old) {
    // In two steps: half a backup must not look like a whole one.
    renameDurably(own, `${own}${partialEnd}`);
    fs.rmSync(`${own}${partialEnd}`, { recursive: true, force: true });
  }
  const first = backups.at(-kept) ?? backups[0];
  if (first) {
    const needed = segmentOf(first.manifest.startLsn, first.manifest);
    const archive = archiveFolderOf(folder);
    for (const name of fs.existsSync(archive) ? fs.readdirSync(archive) : []) {
      // Also the notes that PostgreSQL archives for each backup, but not the histories of timelines.
      if (/^[\dA-F]{24}\./.test(name) && name < needed) {
        fs.rmSync(path.join(archive, name), { force: true });
      }
    }
  }
  return old;
}

/**
 * The archived segments of the write-ahead log, in order.
 * @param {string} archive
 */
function listSegments(archive) {
  return (fs.existsSync(archive) ? fs.readdirSync(archive) : [])
    .filter((name) => segmentPattern.test(name))
    .sort()
    .map((name) => ({ name: name.slice(0, 24), file: path.join(archive, name) }));
}

const hex = (value, digits) => value.toString(16).toUpperCase().padStart(digits, "0");

const segmentName = (timeline, number, segmentBytes) => {
  const perFile = 2 ** 32 / segmentBytes;
  return `${hex(timeline, 8)}${hex(Math.floor(number / perFile), 8)}${hex(number % perFile, 8)}`;
};

function segmentNumber(lsn, segmentBytes) {
  const [high = "0", low = "0"] = lsn.split("/");
  return Math.floor((Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)) / segmentBytes);
}

/**
 * The name of the segment that holds a position of the log.
 * @param {string} lsn
 * @param {{ timeline: number, segmentBytes: number }} of
 */
export const segmentOf = (lsn, { timeline, segmentBytes }) =>
  segmentName(timeline, segmentNumber(lsn, segmentBytes), segmentBytes);

/**
 * The segments that follow a backup, up to the first that is missing, which has later ones after it.
 * @param {string} archive
 * @param {BackupManifest} manifest
 */
export function segmentsAfter(archive, manifest) {
  const { timeline, segmentBytes } = manifest;
  const first = segmentNumber(manifest.startLsn, segmentBytes);
  const last = segmentNumber(manifest.stopLsn, segmentBytes);
  const found = new Map(listSegments(archive).map(({ name, file }) => [name, file]));
  /** @type {{ name: string, file: string }[]} */
  const segments = [];
  let number = first;
  for (; ; number += 1) {
    const name = segmentName(timeline, number, segmentBytes);
    const file = found.get(name);
    if (file) {
      segments.push({ name, file });
    } else if (number > last) {
      break;
    }
  }
  const missing = segmentName(timeline, number, segmentBytes);
  const prefix = hex(timeline, 8);
  const hasLater = [...found.keys()].some((name) => name.startsWith(prefix) && name > missing);
  return { segments, missing: hasLater ? missing : undefined };
}

/**
 * Reads the files of a backup, and refuses it if one isn't as it was written.
 * @param {Backup} backup
 * @param {AbortSignal} [signal]
 */
export async function verifyBackup({ folder, manifest }, signal) {
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const file = path.join(folder, name);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (!found) {
      throw new OperatorError(`${file} is missing. Use another backup.`);
    }
    if (found.size !== bytes || (await sha256OfFile(file, signal)) !== sha256) {
      throw new OperatorError(`${file} isn't as it was written: its checksum differs. Use another backup.`);
    }
  }
}

/**
 * Notes in a backup that it was restored.
 * @param {Backup} backup
 * @param {Date} at
 */
export const noteRestored = ({ folder }, at) =>
  writeDurably(path.join(folder, restoredFile), `${JSON.stringify({ restoredAt: at.toISOString() })}\n`);

/**
 * Copies the keys, to a folder that may be on another disk than the backups.
 * @param {{ from: string, folder: string, name: string }} options
 */
export function keepSecrets({ from, folder, name }) {
  const file = path.join(folder, `${name}.json`);
  writeDurably(file, fs.readFileSync(from));
  syncToDisk(folder);
  return file;
}
