import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Folders where distributions install servers, which may be missing from PATH. */
const serverFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/** The path of a program on PATH or in the folders for servers, or undefined. */
export function findProgram(names) {
  for (const name of names) {
    for (const folder of [...(process.env.PATH ?? "").split(path.delimiter), ...serverFolders]) {
      const file = path.join(folder, name);
      try {
        fs.accessSync(file, fs.constants.X_OK);
        return file;
      } catch {}
    }
  }
  return undefined;
}

function aptGet(args) {
  const options = ["-o", "DPkg::Lock::Timeout=300", "-qq", ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr } = spawnSync("apt-get", options, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  return status === 0 ? undefined : (stderr?.trim().split("\n").at(-1) ?? "apt-get failed");
}

/** Installs a Debian package where that is possible; returns why not, or undefined when it is there now. */
export function installSystemPackage(name) {
  if (!findProgram(["apt-get"])) {
    return "there is no apt-get here to install it";
  }
  if (process.getuid?.() !== 0) {
    return `it can be installed by root alone: apt-get install ${name}`;
  }
  console.log(`installing the Debian package ${name}`);
  const install = ["install", "-y", "--no-install-recommends", name];
  if (aptGet(install) === undefined) {
    return undefined;
  }
  // The lists may be missing or too old to name a version that is still there.
  aptGet(["update"]);
  return aptGet(install);
}

/** Programs of the DNS, by the Debian package that has them. */
export const dnsPackages = { knotd: "knot", unbound: "unbound", dig: "bind9-dnsutils" };

/** Installs the packages whose program is not there; returns why not, or undefined when all are. */
export function installMissing(packages) {
  for (const [program, name] of Object.entries(packages)) {
    const missing = findProgram([program]) ? undefined : installSystemPackage(name);
    if (missing) {
      return missing;
    }
  }
  return undefined;
}
