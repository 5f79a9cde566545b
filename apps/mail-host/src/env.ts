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
