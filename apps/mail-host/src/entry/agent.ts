import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { DatabaseTarget } from "@zonepost/mail-config";
import { createSecretBox } from "@zonepost/secret-box";
import { pino } from "pino";
import { type AgentDatabase, connectAgentDatabase } from "../agent/agent-database.ts";
import { checkStoredScripts } from "../agent/check-stored-scripts.ts";
import { eraseMailboxes } from "../agent/erase-mailboxes.ts";
import { MemoryFolder } from "../agent/memory-folder.ts";
import { replaceLookupProcesses } from "../agent/replace-lookup-processes.ts";
import { runAgent } from "../agent/run-agent.ts";
import { type AgentEnv, agentKeysOf, EnvError, readAgentEnv } from "../env.ts";
import { connectLogDatabase } from "../logs/log-database.ts";
import { shipLogs } from "../logs/ship-logs.ts";
import { keepSessionsRightful } from "../sessions/keep-sessions-rightful.ts";
import { connectSessionDatabase } from "../sessions/session-database.ts";

const log = pino({ name: "mail-agent" });

try {
  const env = readAgentEnv();
  log.level = env.LOG_LEVEL;
  const folder = await MemoryFolder.open({
    path: env.MAIL_AGENT_FOLDER,
    owner: env.MAIL_AGENT_FILE_OWNER === undefined ? undefined : await findUser(env.MAIL_AGENT_FILE_OWNER),
    mayBeOnDisk: env.MAIL_AGENT_KEYS_ON_DISK,
  });
  const stopping = new AbortController();
  const stop = (why: string) => {
    log.info({ why }, "stopping");
    stopping.abort();
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("disconnect", () => stop("parent is gone"));

  const database = connectAgentDatabase(databaseOf(env));
  const running = runAgent({
    database,
    folder,
    secretBox: createSecretBox(agentKeysOf(env)),
    host: env.MAIL_AGENT_HOST,
    pollIntervalMs: env.MAIL_AGENT_POLL_SECONDS * 1_000,
    log,
    signal: stopping.signal,
    onReturn: () => void letDovecotConnect(env),
    onReady() {
      log.info({ host: env.MAIL_AGENT_HOST, folder: env.MAIL_AGENT_FOLDER }, "running");
      process.send?.({ type: "ready" });
    },
  });
  await Promise.all([
    running,
    readLogs(env, stopping.signal),
    endSessions(env, stopping.signal),
    tendMailboxes(env, database, stopping.signal),
  ]);
  process.exit(0);
} catch (error) {
  log.fatal(
    error instanceof EnvError ? {} : { err: error },
    error instanceof Error ? error.message : "the mail agent could not start",
  );
  process.exit(1);
}

async function readLogs(env: AgentEnv, signal: AbortSignal): Promise<void> {
  const { MAIL_AGENT_LOGS: folder, MAIL_AGENT_LOGS_STATE: stateFile, MAIL_AGENT_HOST: host } = env;
  if (folder !== undefined) {
    await shipLogs({
      database: connectLogDatabase(databaseOf(env)),
      folder,
      stateFile: stateFile ?? `${folder}/agent-position.json`,
      dovecot: env.MAIL_AGENT_DOVECOT,
      host,
      pollIntervalMs: 500,
      log,
      signal,
    });
  }
}

async function endSessions(env: AgentEnv, signal: AbortSignal): Promise<void> {
  const { MAIL_AGENT_LOGS: logs, MAIL_AGENT_DOVECOT: dovecotConfiguration, MAIL_AGENT_HOST: host } = env;
  if (logs !== undefined) {
    await keepSessionsRightful({
      database: connectSessionDatabase(databaseOf(env)),
      host,
      dovecotConfiguration,
      dovecotLog: `${logs}/dovecot.log`,
      intervalMs: 3_000,
      log,
      signal,
    });
  }
}

/** After an outage of the database. */
async function letDovecotConnect({
  MAIL_AGENT_LOGS: logs,
  MAIL_AGENT_DOVECOT: dovecot,
}: AgentEnv): Promise<void> {
  if (logs !== undefined) {
    await replaceLookupProcesses(dovecot).catch((error: unknown) =>
      log.warn(
        { err: error },
        "Dovecot may refuse sign-ins for a while, until it connects to the database again",
      ),
    );
  }
}

async function tendMailboxes(
  { MAIL_AGENT_MAILBOXES: mailboxes, MAIL_AGENT_DOVECOT: dovecot }: AgentEnv,
  database: AgentDatabase,
  signal: AbortSignal,
): Promise<void> {
  if (mailboxes !== undefined) {
    const rounds = { mailboxes, database, intervalMs: 600_000, retryMs: 10_000, log, signal };
    await Promise.all([eraseMailboxes(rounds), checkStoredScripts({ ...rounds, dovecot })]);
  }
}

function databaseOf(env: AgentEnv): DatabaseTarget {
  return { url: env.MAIL_AGENT_DATABASE_URL, mayBeOpen: env.MAIL_AGENT_DATABASE_MAY_BE_OPEN };
}

async function findUser(name: string): Promise<{ uid: number; gid: number }> {
  const idOf = async (option: string) => Number((await promisify(execFile)("id", [option, name])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}
