import { hostname } from "node:os";
import { databaseUrlMistake } from "@zonepost/db/service-url";
import { deriveKey } from "@zonepost/secret-box";
import { z } from "zod";

/** The message names each missing or invalid variable in one line, without values. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

function check<Schema extends z.ZodType>(
  whose: string,
  shape: Schema,
  variables: NodeJS.ProcessEnv,
): z.output<Schema> {
  const parsed = shape.safeParse(variables, { error: ({ input }) => (input ? undefined : "must be set") });
  if (parsed.success) {
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(": "));
  throw new EnvError(`${whose} environment is not complete: ${problems.join("; ")}`);
}

const databaseUrl = z.string().superRefine((address, context) => {
  const message = databaseUrlMistake(address);
  if (message !== undefined) {
    context.addIssue({ code: "custom", message });
  }
});

const keyBytes = z
  .string()
  .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes, in base64");

const keyList = z
  .string()
  .default("")
  .transform((value) => value.split(",").filter((key) => key !== ""))
  .pipe(z.array(keyBytes));

const schema = z.object({
  /** With the role of the mail agent, which only sees what it needs. */
  MAIL_AGENT_DATABASE_URL: databaseUrl,
  /** Accepts a database on another machine without TLS. For the sandbox, or a network without strangers. */
  MAIL_AGENT_DATABASE_MAY_BE_OPEN: z.stringbool().default(false),
  /** Opens DKIM keys and no other secret. `npm run mail:agent-key` prints it. */
  MAIL_AGENT_KEY: keyBytes.optional(),
  MAIL_AGENT_KEYS_RETIRED: keyList,
  /** The installation's, until DKIM keys have been sealed for the agent's own key. */
  ENCRYPTION_KEY: keyBytes.optional(),
  ENCRYPTION_KEYS_RETIRED: keyList,
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

const agentSchema = schema.refine(
  (env) => env.MAIL_AGENT_KEY !== undefined || env.ENCRYPTION_KEY !== undefined,
  {
    path: ["MAIL_AGENT_KEY"],
    message: "is missing",
  },
);

export type AgentEnv = z.infer<typeof schema>;

/** Reads the agent's environment. Throws an error with one line that names the invalid variables, without values. */
export function readAgentEnv(variables: NodeJS.ProcessEnv = process.env): AgentEnv {
  return check("The mail agent's", agentSchema, variables);
}

/** All keys with which the agent opens DKIM keys. Those of the installation are enough to derive the others. */
export function agentKeysOf(env: AgentEnv): string[] {
  const own = env.MAIL_AGENT_KEY === undefined ? [] : [env.MAIL_AGENT_KEY];
  const installation = env.ENCRYPTION_KEY === undefined ? [] : [env.ENCRYPTION_KEY];
  const shared = [...installation, ...env.ENCRYPTION_KEYS_RETIRED];
  const derived = shared.map((key) => deriveKey(key, "mail agent"));
  return [...new Set([...own, ...env.MAIL_AGENT_KEYS_RETIRED, ...derived, ...shared])];
}

/** The environment of the service that answers Postfix, Rspamd, Dovecot and, over ManageSieve, mail programs. */
export const readMailLookupsEnv = (variables: NodeJS.ProcessEnv = process.env) =>
  check(
    "The mail servers'",
    z.object({
      MAIL_SERVERS_DATABASE_URL: databaseUrl,
      /** The folder that mail:config has written. */
      MAIL_CONFIGURATION: z
        .string()
        .startsWith("/", "must be an absolute path")
        .default("/etc/zonepost-mail"),
    }),
    variables,
  );
