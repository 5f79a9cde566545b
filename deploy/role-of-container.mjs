import fs from "node:fs";
import path from "node:path";

/**
 * The role that a container's first process runs, which an argument can have chosen instead of the variable ROLE: either
 * the role's own program, or an init before `zonepost ROLE`. Undefined elsewhere.
 * @param {Readonly<Record<string, string>>} roles each with its program
 * @param {string} [commandLine] as in /proc, for tests
 */
export function roleOfContainer(roles, commandLine = readCommandLine()) {
  const words = commandLine.split("\0");
  const asked = words[words.findIndex((word) => path.basename(word) === "zonepost") + 1];
  return Object.keys(roles).find(
    (role) => words.some((word) => word.endsWith(roles[role] ?? "\n")) || role === asked,
  );
}

function readCommandLine() {
  try {
    return fs.readFileSync("/proc/1/cmdline", "utf8");
  } catch {
    return "";
  }
}
