import { z } from "zod";

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  CARDS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  HOST: z.string().min(1).default("127.0.0.1"),
  STRIPE_SECRET_KEY: z.string().min(16),
  STRIPE_WEBHOOK_SECRET: z.string().min(16),
  /** The address that receives the notices. */
  CARDS_WEBHOOK_URL: z.url(),
  /** Allows the sandbox's own routes, which save test cards and cause failures. */
  CARDS_CONTROL_SECRET: z.string().min(16),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export type Env = z.infer<typeof schema>;

/** Reads the environment. Throws an error with one line that names the invalid variable, without its value. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const parsed = schema.safeParse(variables, { error: ({ input }) => (input ? undefined : "must be set") });
  if (parsed.success) {
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(": "));
  throw new Error(`The card processor's environment is not complete: ${problems.join("; ")}`);
}
