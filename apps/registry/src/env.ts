import { z } from "zod";

const schema = z
  .object({
    DATABASE_URL: z.string().min(1),
    REGISTRY_PORT: z.coerce.number().int().min(0).max(65535).default(0),
    HOST: z.string().min(1).default("127.0.0.1"),
    DATA_DIR: z.string().min(1).default(".data"),
    EPP_CLIENT_ID: z.string().min(3).max(16),
    EPP_PASSWORD: z.string().min(6).max(16),
    /** Files in PEM; a certificate of the registry's own is made and kept when they are not given. */
    EPP_TLS_KEY: z.string().min(1).optional(),
    EPP_TLS_CERT: z.string().min(1).optional(),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((env) => (env.EPP_TLS_KEY === undefined) === (env.EPP_TLS_CERT === undefined), {
    message: "EPP_TLS_KEY and EPP_TLS_CERT belong together",
  });

export type Env = z.infer<typeof schema>;

/** Reads the environment. Throws with one line that names what is wrong, and no values. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(": "));
  throw new Error(`The registry's environment is not complete: ${problems.join("; ")}`);
}
