import { hostname } from "node:os";
import { z } from "zod";

const keyBytes = z
  .string()
  .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes, in base64");

const schema = z.object({
  /** With the role of the mail agent, which only sees what it needs. */
  MAIL_AGENT_DATABASE_URL: z.string().min(1),
  ENCRYPTION_KEY: keyBytes,
  ENCRYPTION_KEYS_RETIRED: z
    .string()
    .default("")
    .transform((value) => value.split(",").filter((key) => key !== ""))
    .pipe(z.array(keyBytes)),
  /** Identifies this machine among the mail hosts. */
  MAIL_AGENT_HOST: z
    .string()
    .regex(/^[\w.-]{1,255}$/, "must be a host name")
    .default(() => hostname()),
  /** Where Rspamd reads keys and maps. */
  MAIL_AGENT_FOLDER: z.string().startsWith("/", "must be an absolute path").default("/dev/shm/zonepost-mail"),
  /** The user that Rspamd runs as. Default: the agent's own user. */
  MAIL_AGENT_FILE_OWNER: z
    .string()
    .regex(/^[a-z_][\w-]*$/i, "must be the name of a user")
    .optional(),
  /** Allows a folder that is not in memory, so that private keys are written to a disk. */
  MAIL_AGENT_KEYS_ON_DISK: z.stringbool().default(false),
  /** The folder of postfix.log, dovecot.log and rspamd.log. Without it, no logs are read. */
  MAIL_AGENT_LOGS: z.string().startsWith("/", "must be an absolute path").optional(),
  /** Where the agent keeps how far it has read. Default: a file in the folder of the logs. */
  MAIL_AGENT_LOGS_STATE: z.string().startsWith("/", "must be an absolute path").optional(),
  /** Dovecot's configuration, to read what a mailbox uses after a delivery. */
  MAIL_AGENT_DOVECOT: z
    .string()
    .startsWith("/", "must be an absolute path")
    .default("/etc/zonepost-mail/dovecot/dovecot.conf"),
  /** The folder of the mailboxes. Without it, those of erased accounts stay. */
  MAIL_AGENT_MAILBOXES: z.string().startsWith("/", "must be an absolute path").optional(),
  MAIL_AGENT_POLL_SECONDS: z.coerce.number().min(1).max(120).default(20),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export type AgentEnv = z.infer<typeof schema>;

/** Reads the agent's environment. Throws an error with one line that names the invalid variables, without values. */
export function readAgentEnv(variables: NodeJS.ProcessEnv = process.env): AgentEnv {
  const parsed = schema.safeParse(variables);
  if (parsed.success) {
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(": "));
  throw new Error(`The mail agent's environment is not complete: ${problems.join("; ")}`);
}

const sandboxSchema = z.object({
  DATABASE_URL: z.string().min(1),
  DATA_DIR: z.string().min(1),
  SANDBOX_MAIL_REDIS_URL: z.url({ protocol: /^redis$/ }).optional(),
  ENCRYPTION_KEY: keyBytes,
  ENCRYPTION_KEYS_RETIRED: z.string().default(""),
});

/** The environment of the sandbox's mail servers, and the part of it that the agent gets. */
export function readSandboxMailEnv(variables: NodeJS.ProcessEnv = process.env) {
  const env = sandboxSchema.parse(variables);
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_RETIRED } = env;
  const agentEnvironment = {
    PATH: variables.PATH,
    NODE_COMPILE_CACHE: variables.NODE_COMPILE_CACHE,
    LOG_LEVEL: "warn",
    ENCRYPTION_KEY,
    ENCRYPTION_KEYS_RETIRED,
  };
  return { ...env, agentEnvironment };
}

/** The environment of the service that answers Postfix, Rspamd, Dovecot and, over ManageSieve, mail programs. */
export const readMailLookupsEnv = (variables: NodeJS.ProcessEnv = process.env) =>
  z
    .object({
      MAIL_SERVERS_DATABASE_URL: z.string().min(1),
      /** The folder that mail:config has written. */
      MAIL_CONFIGURATION: z
        .string()
        .startsWith("/", "must be an absolute path")
        .default("/etc/zonepost-mail"),
    })
    .parse(variables);
