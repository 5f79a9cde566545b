import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
const leastFreeBytes = 2 * 1024 ** 3;

/**
 * Where tests put their databases: in memory if there is room, because creating a database on a disk takes ten times
 * the CPU time. PostgreSQL's programs may have to run from there, which some containers forbid.
 */
export function placeForTests() {
  place ??= isUsable(memory) ? memory : tmpdir();
  return place;
}

/** @type {string | undefined} */
let place;

/** @param {string} folder */
function isUsable(folder) {
  let trial;
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    if (bavail * bsize < leastFreeBytes) {
      return false;
    }
    trial = fs.mkdtempSync(path.join(folder, "zonepost-trial-"));
    const program = path.join(trial, "program");
    fs.writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    if (trial) {
      fs.rmSync(trial, { recursive: true, force: true });
    }
  }
}
