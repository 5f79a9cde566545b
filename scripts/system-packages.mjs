import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Distributions install servers in these folders, which may be missing from PATH. */
const serverFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Searches PATH and the server folders, unless the name is a path; undefined if not found. */
export function findProgram(names) {
  for (const name of names) {
    const folders = name.startsWith("/")
      ? ["/"]
      : [...(process.env.PATH ?? "").split(path.delimiter), ...serverFolders];
    for (const folder of folders) {
      const file = path.join(folder, name);
      try {
        fs.accessSync(file, name.startsWith("/") ? fs.constants.R_OK : fs.constants.X_OK);
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

/** Tries to install Debian packages; returns the reason for a failure, or undefined. */
export function installSystemPackage(...names) {
  if (!findProgram(["apt-get"])) {
    return "there is no apt-get here to install it";
  }
  if (process.getuid?.() !== 0) {
    return `it can be installed by root alone: apt-get install ${names.join(" ")}`;
  }
  console.log(`installing the Debian package ${names.join(", ")}`);
  const install = ["install", "-y", "--no-install-recommends", ...names];
  if (aptGet(install) === undefined) {
    return undefined;
  }
  // The lists may be missing, or too old to name an available version.
  aptGet(["update"]);
  return aptGet(install);
}

export const dnsPackages = { knotd: "knot", unbound: "unbound", dig: "bind9-dnsutils" };

/** By a program, or by a file of those packages that have none. */
export const mailPackages = {
  postfix: "postfix",
  "/usr/lib/postfix/postfix-pgsql.so": "postfix-pgsql",
  "/usr/lib/dovecot/imap": "dovecot-imapd",
  "/usr/lib/dovecot/lmtp": "dovecot-lmtpd",
  "/usr/lib/dovecot/managesieve": "dovecot-managesieved",
  "/usr/lib/dovecot/submission": "dovecot-submissiond",
  "/usr/lib/dovecot/modules/auth/libdriver_pgsql.so": "dovecot-pgsql",
  sievec: "dovecot-sieve",
  rspamd: "rspamd",
};

/** Mail programs, and a verifier of signatures, that the tests of the mail servers use. */
export const mailTestPackages = {
  ...mailPackages,
  swaks: "swaks",
  // Swaks needs its Net::SSLeay for TLS, and only recommends it.
  "/usr/share/perl5/IO/Socket/SSL.pm": "libio-socket-ssl-perl",
  mutt: "mutt",
  curl: "curl",
  "/usr/lib/python3/dist-packages/dkim/__init__.py": "python3-dkim",
  "redis-server": "redis-server",
  "/usr/sbin/logrotate": "logrotate",
  "/usr/sbin/ip": "iproute2",
};

/** A pooler, and a PostgreSQL that is older than ours, with a program that all its versions have. */
export const databaseTestPackages = { pgbouncer: "pgbouncer", pg_createcluster: "postgresql" };

/** The zone checkers of BIND and Knot, with which the tests of zone files compare ours. */
export const zoneTestPackages = { "named-checkzone": "bind9-utils", kzonecheck: "knot-dnssecutils" };

/** A proxy with TLS before panel and API. */
export const proxyTestPackages = { caddy: "caddy" };

/** Installs the packages whose programs are missing; returns the reason for a failure, or undefined. */
export function installMissing(packages) {
  const missing = Object.keys(packages).filter((program) => !findProgram([program]));
  return missing.length > 0
    ? installSystemPackage(...missing.map((program) => packages[program]))
    : undefined;
}
