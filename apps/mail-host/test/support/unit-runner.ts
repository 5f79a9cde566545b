import { createUnitRunner, type Unit, wordsOf } from "@zonepost/mail-config/container";

/**
 * Starts services from their unit files with those of systemd's limits that most often break a server: capabilities, no new
 * privileges, and read-only file systems.
 */
export function createLimitedUnitRunner(options: {
  enter: (...command: string[]) => string[];
  onLine(unit: string, line: string): void;
}) {
  const wrap = (command: string[], unit: Unit): string[] => {
    const capabilities = wordsOf(unit, "CapabilityBoundingSet").map(
      (name) => `+${name.replace("CAP_", "").toLowerCase()}`,
    );
    const runtime = wordsOf(unit, "RuntimeDirectory").map((name) => `/run/${name}`);
    const writable = [...runtime, ...wordsOf(unit, "ReadWritePaths")].map((name) => name.replace(/^-/, ""));
    const privateTmp = unit.values.get("PrivateTmp")?.[0] === "true" ? "mount -t tmpfs tmpfs /tmp" : ":";
    const readOnly = `for each; do shift; test "$each" = -- && break; mount --bind "$each" "$each"; done
      ${privateTmp} && mount -o remount,bind,ro / && exec "$@"`;
    return options.enter(
      ...["unshare", "--mount", "--propagation", "slave", "sh", "-ec", readOnly, "sh", ...writable, "--"],
      ...["setpriv", "--no-new-privs", `--bounding-set=-all,${capabilities.join(",")}`, ...command],
    );
  };
  return createUnitRunner({ onLine: options.onLine, wrap });
}
