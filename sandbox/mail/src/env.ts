import { databaseUrlMistake } from "@zonepost/db/service-url";
import { z } from "zod";
import { MailUnavailableError } from "./servers/folders.ts";

const schema = z.object({
  DATABASE_URL: z.string().superRefine((address, context) => {
    const message = databaseUrlMistake(address);
    if (message !== undefined) {
      context.addIssue({ code: "custom", message });
    }
  }),
  DATA_DIR: z.string().min(1),
  SANDBOX_MAIL_REDIS_URL: z.url({ protocol: /^redis$/, error: "must be a redis:// address" }).optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes, in base64"),
  ENCRYPTION_KEYS_RETIRED: z.string().default(""),
});

/**
 * The environment of the sandbox's mail servers, and the part of it that the agent gets. Throws an error with one line that
 * names the invalid variables, without values.
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env) {
  const parsed = schema.safeParse(variables, { error: ({ input }) => (input ? undefined : "must be set") });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
    throw new MailUnavailableError(`The mail servers' environment is not complete: ${problems.join("; ")}`);
  }
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_RETIRED } = parsed.data;
  const agentEnvironment = {
    PATH: variables.PATH,
    NODE_COMPILE_CACHE: variables.NODE_COMPILE_CACHE,
    LOG_LEVEL: "warn",
    ENCRYPTION_KEY,
    ENCRYPTION_KEYS_RETIRED,
  };
  return { ...parsed.data, agentEnvironment };
}
