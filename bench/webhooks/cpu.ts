import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cpuMicroseconds } from "../measure.ts";

/** CPU time of PostgreSQL so far: all its processes, and those that have ended. In microseconds. */
export function postgresCpuMicroseconds(dataDir: string): number {
  const [first = ""] = readFileSync(path.join(dataDir, "cluster", "postmaster.pid"), "utf8").split("\n");
  const postmaster = Number(first);
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  const alive = [postmaster, ...children.map(Number)].map(
    (pid) => unlessEnded(() => cpuMicroseconds(pid)) ?? 0,
  );
  return alive.reduce((sum, each) => sum + each, 0) + endedChildrenMicroseconds(postmaster);
}

/** The fields after the program's name, which may contain spaces (proc(5)). */
function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function unlessEnded<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const parentOf = (pid: string) => unlessEnded(() => Number(statOf(pid)[1]));

/** cutime and cstime, in ticks of 10 ms. */
const endedChildrenMicroseconds = (pid: number) => {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * 10_000;
};

/** In megabytes: the most memory that a process has had. */
export function peakMegabytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
