import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Distributions install servers in these folders, which may be missing from PATH. */
const serverFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Searches PATH and the server folders; undefined if not found. */
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

/** Tries to install a Debian package; returns the reason for a failure, or undefined. */
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
  // The lists may be missing, or too old to name an available version.
  aptGet(["update"]);
  return aptGet(install);
}

export const dnsPackages = { knotd: "knot", unbound: "unbound", dig: "bind9-dnsutils" };

/** Installs the packages whose programs are missing; returns the reason for a failure, or undefined. */
export function installMissing(packages) {
  for (const [program, name] of Object.entries(packages)) {
    const missing = findProgram([program]) ? undefined : installSystemPackage(name);
    if (missing) {
      return missing;
    }
  }
  return undefined;
}
