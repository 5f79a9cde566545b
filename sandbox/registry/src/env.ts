import { z } from "zod";

const schema = z
  .object({
    DATABASE_URL: z.string().min(1),
    REGISTRY_PORT: z.coerce.number().int().min(0).max(65535).default(0),
    HOST: z.string().min(1).default("127.0.0.1"),
    DATA_DIR: z.string().min(1).default(".data"),
    EPP_CLIENT_ID: z.string().min(3).max(16),
    /** More than 16 characters need login security (RFC 8807). */
    EPP_PASSWORD: z.string().min(6).max(255),
    /** Also allows the sandbox's other registrar to log in. */
    EPP_OTHER_PASSWORD: z.string().min(6).max(255).optional(),
    /** PEM files. Default: a self-signed certificate that is generated and kept. */
    EPP_TLS_KEY: z.string().min(1).optional(),
    EPP_TLS_CERT: z.string().min(1).optional(),
    /** Publishes the zones if Knot DNS and Unbound are installed. */
    SANDBOX_DNS: z
      .enum(["true", "false", "1", "0", ""])
      .default("false")
      .transform((value) => value === "true" || value === "1"),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((env) => (env.EPP_TLS_KEY === undefined) === (env.EPP_TLS_CERT === undefined), {
    message: "EPP_TLS_KEY and EPP_TLS_CERT belong together",
  });

export type Env = z.infer<typeof schema>;

const zoneServer = z
  .string()
  .regex(/^[^=]+=\d{1,5}$/)
  .transform((text) => ({ zone: text.split("=")[0] ?? "", port: Number(text.split("=")[1]) }));

const sandboxDnsSchema = z.object({
  DATABASE_URL: z.string().min(1),
  DATA_DIR: z.string().min(1).default(".data"),
  SANDBOX_DNS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /** Zones served on this machine, such as `example.com=5301,example.net=5301`. */
  SANDBOX_DNS_SERVERS: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(zoneServer)),
  /** The nameservers for hosted zones on this machine, such as `ns1.example.net=5301,ns2.example.net=5302`. */
  SANDBOX_NAMESERVERS: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(zoneServer))
    .transform((servers) => Object.fromEntries(servers.map(({ zone, port }) => [zone, port]))),
});

/** The environment of the process that publishes the zones next to a registry. */
export function readSandboxDnsEnv(variables: NodeJS.ProcessEnv = process.env) {
  return sandboxDnsSchema.parse(variables);
}

/** The environment of a command that only needs the registry's database. */
export const readDatabaseEnv = (variables: NodeJS.ProcessEnv = process.env) =>
  z.object({ DATABASE_URL: z.string().min(1) }).parse(variables);

/** Reads the environment. Throws an error with one line that names the invalid variable, without its value. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const parsed = schema.safeParse(variables, { error: ({ input }) => (input ? undefined : "must be set") });
  if (parsed.success) {
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(": "));
  throw new Error(`The registry's environment is not complete: ${problems.join("; ")}`);
}
