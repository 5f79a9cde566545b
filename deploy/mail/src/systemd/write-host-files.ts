import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import type { MailServerOptions } from "../options.ts";
import { replaceFile } from "../write-configuration.ts";
import { type AgentSecrets, environmentFiles } from "./environment-files.ts";
import { logRotation } from "./log-rotation.ts";
import { mailUnits } from "./units.ts";

/** Writes what starts the servers and rotates their logs. An `agent.env` of an earlier time stays without new secrets. */
export async function writeHostFiles(
  options: MailServerOptions,
  { agent, units, logrotate }: { agent: AgentSecrets | undefined; units: string; logrotate: string },
): Promise<{ hasAgent: boolean }> {
  const { configuration } = options.folders;
  for (const { name, text } of environmentFiles(options, agent)) {
    await replaceFile(path.join(configuration, name), text, { isSecret: true });
  }
  await mkdir(units, { recursive: true });
  for (const { name, text } of mailUnits(options)) {
    await replaceFile(path.join(units, name), text);
  }
  await mkdir(path.dirname(logrotate), { recursive: true });
  await replaceFile(logrotate, logRotation(options));
  const hasAgent = await stat(path.join(configuration, "agent.env")).then(
    () => true,
    () => false,
  );
  return { hasAgent };
}
