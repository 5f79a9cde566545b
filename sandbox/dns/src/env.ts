import path from "node:path";
import { z } from "zod";
import { NameserversUnavailableError } from "./start-nameservers.ts";

const port = z.coerce.number<string>().int().min(1).max(65_535);
const schema = z.object({
  DATA_DIR: z.string().min(1),
  /** The hidden primary's, `primary/knot.sock` in the folder of all control sockets. */
  DNS_CONTROL_SOCKET: z.string().endsWith("/primary/knot.sock"),
  /** The hidden primary's, then those of the public nameservers. */
  SANDBOX_NAMESERVER_PORTS: z
    .string()
    .regex(/^\d+,\d+,\d+$/)
    .transform((text) => text.split(",").map(Number) as [number, number, number]),
  /** A validating resolver on loopback, which knows whether a parent zone has a DS record. */
  SANDBOX_RESOLVER_PORT: port.optional(),
});

export function readEnv(variables: NodeJS.ProcessEnv = process.env) {
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path: [name] }) => name).join(", ");
    throw new NameserversUnavailableError(`The nameservers' environment is not complete: ${names}`);
  }
  const { DATA_DIR, DNS_CONTROL_SOCKET, SANDBOX_NAMESERVER_PORTS, SANDBOX_RESOLVER_PORT } = parsed.data;
  return {
    folder: path.join(path.resolve(DATA_DIR), "dns"),
    runFolder: path.dirname(path.dirname(DNS_CONTROL_SOCKET)),
    ports: SANDBOX_NAMESERVER_PORTS,
    parentResolvers:
      SANDBOX_RESOLVER_PORT === undefined ? [] : [{ address: "127.0.0.1", port: SANDBOX_RESOLVER_PORT }],
  };
}
