import { isIP } from "node:net";
import { encodeCommand } from "../codec/client-message.ts";
import type { LoginCommand } from "../codec/login.ts";
import { defaultMaxFrameBytes } from "../frames.ts";
import { namespaces } from "../namespaces.ts";
import { type Connection, openConnection } from "./connection.ts";
import { EppResultError } from "./errors.ts";
import type { EppClientOptions } from "./options.ts";

export const defaultRequestTimeoutMs = 15_000;
const defaultConnectTimeoutMs = 10_000;
const protocolVersion = "1.0";

/** Connects and logs in (RFC 5730 section 2.9.1.1). Rejects with ExchangeFailure or EppResultError. */
export async function openSession(
  options: EppClientOptions,
  clTRID: string,
  onClose: (reason: string) => void,
): Promise<Connection> {
  const { host, port } = options;
  const connection = await openConnection({
    tls: {
      minVersion: "TLSv1.2",
      ...(isIP(host) === 0 && { servername: host }),
      ...options.tls,
      host,
      port,
    },
    connectTimeoutMs: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    maxFrameBytes: options.maxFrameBytes ?? defaultMaxFrameBytes,
    onClose,
  });
  try {
    const offered = new Set(connection.greeting.extensionUris);
    const command: LoginCommand = {
      type: "login",
      clientId: options.clientId,
      password: options.password,
      version: protocolVersion,
      language: "en",
      objectUris: options.objectUris ?? [namespaces.domain],
      extensionUris: (options.extensionUris ?? [namespaces.secDns, namespaces.fee]).filter((uri) =>
        offered.has(uri),
      ),
    };
    const answer = await connection.exchange(
      encodeCommand(command, clTRID),
      options.requestTimeoutMs ?? defaultRequestTimeoutMs,
    );
    if (answer.type !== "response") throw new Error("the server answered the login with a greeting");
    if (answer.results[0].code >= 2000) throw new EppResultError(answer.results, answer);
    return connection;
  } catch (error) {
    connection.destroy("the login failed");
    throw error;
  }
}
