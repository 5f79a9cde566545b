import path from "node:path";
import { connectionUri } from "../database/connection-strings.ts";
import type { DatabaseAddress } from "../database/database-address.ts";
import type { MailServerOptions } from "../options.ts";

/** What the agent needs in addition to what the servers have. */
export type AgentSecrets = { database: DatabaseAddress; key: string };

type EnvironmentFile = { name: "lookups.env" | "agent.env"; text: string };

/** The environment of the lookups service and the agent. Only root may read these files. */
export function environmentFiles(
  { database, folders }: MailServerOptions,
  agent: AgentSecrets | undefined,
): EnvironmentFile[] {
  const lookups = {
    MAIL_SERVERS_DATABASE_URL: connectionUri(database),
    MAIL_CONFIGURATION: folders.configuration,
  };
  const files: EnvironmentFile[] = [{ name: "lookups.env", text: textOf(lookups) }];
  if (agent) {
    const values = {
      MAIL_AGENT_DATABASE_URL: connectionUri(agent.database),
      MAIL_AGENT_KEY: agent.key,
      MAIL_AGENT_FOLDER: folders.keys,
      MAIL_AGENT_FILE_OWNER: "_rspamd",
      MAIL_AGENT_LOGS: folders.logs,
      MAIL_AGENT_LOGS_STATE: path.join(folders.state, "agent-position.json"),
      MAIL_AGENT_DOVECOT: path.join(folders.configuration, "dovecot/dovecot.conf"),
      MAIL_AGENT_MAILBOXES: folders.mailboxes,
    };
    files.push({ name: "agent.env", text: textOf(values) });
  }
  return files;
}

/** systemd.exec(5): within double quotes, only these characters mean something. */
const textOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value.replace(/[\\"$`]/g, "\\$&")}"\n`)
    .join("");
