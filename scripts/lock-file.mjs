import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning, startMark } from "../packages/embedded-postgres/src/host.mjs";

function readHolder(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const isHeld = (holder) => isRunning(holder.pid) && startMark(holder.pid) === holder.mark;

function removeStale(file, stale) {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  // Another process may have placed its own lock since we looked, so restore that one.
  const moved = readHolder(aside);
  if (moved && (moved.pid !== stale?.pid || moved.mark !== stale?.mark)) {
    try {
      fs.linkSync(aside, file);
    } catch {}
  }
  fs.rmSync(aside, { force: true });
}

/** @typedef {{ pid: number, mark: string, [noted: string]: any }} LockHolder */

/**
 * Takes a lock that ends with its process, however that ends. Returns `{ release }`, or `{ holder }` with the living
 * holder's note.
 * @param {string} file
 * @param {object} [note]
 * @returns {{ release: () => void, holder?: undefined } | { release?: undefined, holder: LockHolder }}
 */
export function takeLock(file, note = {}) {
  const own = { pid: process.pid, mark: startMark(process.pid), ...note };
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  fs.writeFileSync(draft, JSON.stringify(own), { mode: 0o644 });
  try {
    for (;;) {
      try {
        fs.linkSync(draft, file);
        return { release: () => fs.rmSync(file, { force: true }) };
      } catch (error) {
        if (error.code !== "EEXIST") {
          throw error;
        }
      }
      const holder = readHolder(file);
      if (holder && isHeld(holder)) {
        return { holder };
      }
      removeStale(file, holder);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Waits for the lock's holder to end, then takes it; calls `onWait` once with the holder.
 * @param {string} file
 * @param {(holder: LockHolder) => void} onWait
 */
export async function waitForLock(file, onWait) {
  for (let isFirst = true; ; isFirst = false) {
    const lock = takeLock(file);
    if (lock.release) {
      return lock;
    }
    if (isFirst) {
      onWait(lock.holder);
    }
    await delay(200);
  }
}
