import { execFile } from "node:child_process";
import { statfs } from "node:fs/promises";
import { promisify } from "node:util";
import { type Check, type Finding, judged, ok, skipped, warning } from "./finding.ts";
import { judgeDisk } from "./thresholds.ts";

const group = "This machine";

export const machineChecks = (env: { DATA_DIR?: string | undefined; ZONEPOST_MODE: string }): Check[] => [
  { id: "clock", group, run: () => checkClock(env.ZONEPOST_MODE) },
  { id: "disk", group, run: () => checkDisk(env.DATA_DIR) },
];

/** What systemd says about its own or another NTP client, which it learns from the kernel. */
async function checkClock(mode: string): Promise<Finding> {
  if (mode === "sandbox") {
    return skipped("A sandbox needs no exact clock.", "Nothing to do.");
  }
  const state = await promisify(execFile)("timedatectl", ["show", "-p", "NTPSynchronized", "--value"], {
    timeout: 5_000,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  if (state === "yes") {
    return ok("The clock is synchronized by NTP.");
  }
  return state === "no"
    ? warning("The clock isn't synchronized by NTP.", "Run: timedatectl set-ntp true, or install chrony.")
    : skipped(
        "Whether the clock is synchronized can't be seen here: timedatectl doesn't respond.",
        "Make sure that the host synchronizes its clock by NTP.",
      );
}

async function checkDisk(folder: string | undefined): Promise<Finding> {
  const found = folder === undefined ? undefined : await statfs(folder).catch(() => undefined);
  if (folder === undefined || found === undefined || found.blocks === 0) {
    return skipped("There is no data folder here.", "Nothing to do if all state is in your own database.");
  }
  const [freeBytes, totalBytes] = [found.bavail * found.bsize, found.blocks * found.bsize];
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  return judged(
    judgeDisk(freeBytes, totalBytes),
    `The disk of ${folder} has ${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} GB free.`,
    "Free space, or move the data folder to a larger disk.",
  );
}
