import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A process's start time in the kernel's ticks, to distinguish processes with the same id. "" if unavailable. */
async function startMark(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // proc(5): the second field is the name in brackets, which may contain spaces; the 22nd is the start time.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

async function isHeld(file: string): Promise<boolean> {
  try {
    const { pid, mark } = JSON.parse(await readFile(file, "utf8")) as { pid: number; mark: string };
    process.kill(pid, 0);
    return mark === (await startMark(pid));
  } catch {
    return false;
  }
}

/** Locks a folder for this process and returns the function to unlock it, or undefined if another process has it. */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | undefined> {
  const file = path.join(folder, "lock.json");
  const text = JSON.stringify({ pid: process.pid, mark: await startMark(process.pid) });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      await writeFile(file, text, { flag: "wx" });
      return () => rm(file, { force: true });
    } catch {
      if (await isHeld(file)) {
        return undefined;
      }
      await rm(file, { force: true });
    }
  }
  return undefined;
}
