import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { mailCommands } from "../commands.ts";
import type { MailServerOptions } from "../options.ts";

export type UnitFile = { name: string; text: string };

const templates = fileURLToPath(new URL("../../../systemd", import.meta.url));
const repository = path.resolve(templates, "../..");
/** Not the path of the running Node, which changes with an upgrade. */
const node = path.join(repository, "node_modules/node/bin/node");

const unitOf = (server: string) => `zonepost-mail-${server}.service`;

/** The units of a mail host: a target, the servers, the lookups service and the agent, from `deploy/systemd`. */
export function mailUnits(options: MailServerOptions): UnitFile[] {
  const commands = mailCommands(options);
  const servers = ["agent", "lookups", ...commands.map(({ name }) => name)];
  const units = servers.map(unitOf);
  const { folders, internalPorts } = options;
  const { configuration, state, run, logs, mailboxes, keys } = folders;
  const isUsed = (place: RegExp) =>
    [repository, ...Object.values(folders)].some((folder) => place.test(folder));
  const fill = (name: string): UnitFile => {
    const command = commands.find((each) => unitOf(each.name) === name);
    const values: Record<string, string> = {
      unit: name,
      units: units.join(" "),
      otherUnits: units.filter((unit) => unit !== name).join(" "),
      command: command ? [programPath(command.program), ...command.args].map(quote).join(" ") : "",
      repository: quote(repository),
      node: quote(node),
      configuration,
      state,
      run,
      logs,
      mailboxes,
      keys,
      recipientPolicyPort: String(internalPorts.recipientPolicy),
      protectHome: isUsed(/^\/(home|root)\//) ? "read-only" : "true",
      // A private one would hide them, and without it, ProtectSystem=strict would make the shared one read-only.
      privateTmp: isUsed(/^\/(var\/)?tmp\//) ? "false\nReadWritePaths=/tmp /var/tmp" : "true",
    };
    const text = readFileSync(path.join(templates, name), "utf8")
      .replace(/@folders:(.*)@/g, (_whole, subfolder: string) =>
        foldersOf(name === unitOf("agent") ? [run, keys] : [run, ...(subfolder ? [run + subfolder] : [])]),
      )
      .replace(/@(\w+)@/g, (whole, key: string) => values[key] ?? whole);
    return { name, text };
  };
  return ["zonepost-mail.target", ...units].map(fill);
}

/**
 * Below /run, systemd makes them at each start, also after a reboot; they stay when a unit stops, because all units share
 * the first. In /dev/shm, the agent makes its own. Others exist since the configuration was written.
 */
function foldersOf(folders: string[]): string {
  const inMemory = folders.filter((folder) => folder.startsWith("/run/"));
  const others = folders.filter((folder) => !/^\/(run|dev)\//.test(folder));
  return [
    inMemory.length > 0 &&
      `RuntimeDirectory=${inMemory.map((folder) => folder.slice("/run/".length)).join(" ")}\nRuntimeDirectoryPreserve=yes`,
    ...others.map((folder) => `ReadWritePaths=-${folder}`),
  ]
    .filter(Boolean)
    .join("\n");
}

/** systemd finds a program by its name in its own search path, but shows only absolute ones without a warning. */
function programPath(program: string): string {
  const folders: Record<string, string> = { rspamd: "/usr/bin", setpriv: "/usr/bin", env: "/usr/bin" };
  return program.startsWith("/") ? program : path.join(folders[program] ?? "/usr/sbin", program);
}

/** systemd.service(5): `%` and `$` are expanded also within quotes. */
const quote = (word: string): string => {
  const escaped = word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped}"`;
};
