import type { ConnectionOptions } from "node:tls";
import type { LoginEvent, UserAgent } from "../codec/extensions/login-security.ts";

/** A log entry. It never contains a password, authorization information or the text of a message. */
export type EppLogEntry =
  | { event: "connected"; serverId: string; durationMs: number }
  | { event: "connect_failed"; error: Error; nextAttemptDelayMs: number }
  | { event: "command"; command: string; clTRID: string; svTRID: string; code: number; durationMs: number }
  | { event: "command_failed"; command: string; clTRID: string; error: Error; durationMs: number }
  | { event: "disconnected"; reason: string }
  /** Security events of the login, such as the expiry of the password (RFC 8807). */
  | { event: "login_events"; events: LoginEvent[] }
  /** A pool uses fewer sessions for a while, because the server refused another one. */
  | { event: "session_limit_lowered"; sessions: number; pauseMs: number };

export type EppClientOptions = {
  host: string;
  /** EPP's registered port is 700 (RFC 5734 section 7). */
  port: number;
  /**
   * Node's TLS options: `ca` to pin a registry's certificate, `cert` and `key` if the registry requires a
   * client certificate. The server's certificate is verified unless `rejectUnauthorized` is false.
   */
  tls?: Omit<ConnectionOptions, "host" | "port" | "path" | "socket">;
  /** 3 to 16 characters */
  clientId: string;
  /** At least 6 characters. More than 16 need a server with login security (RFC 8807). */
  password: string;
  /** Sent to servers with login security (RFC 8807 section 4.1). */
  userAgent?: UserAgent;
  /** Object types to use. Default: domain, contact and host, as far as the greeting lists them. */
  objectUris?: string[];
  /** Extensions to use, as far as the greeting lists them. Default: all that this package supports. */
  extensionUris?: string[];
  /** Time limit for the response to a command. Default: 15,000. */
  requestTimeoutMs?: number;
  /** Time limit for connection, TLS handshake and greeting together. Default: 10,000. */
  connectTimeoutMs?: number;
  /** Idle time after which a hello keeps the session open. Default: 240,000 (4 minutes). 0 disables it. */
  keepAliveMs?: number;
  /** Attempts to open a session for one command. Default: 2. */
  connectAttempts?: number;
  /** Delay before the next attempt; doubles from `minimum` (default 100) to `maximum` (default 1,000). */
  reconnectDelayMs?: { minimum: number; maximum: number };
  /** Size limit of a frame from the server. Default: 1,048,576 (1 MiB). */
  maxFrameBytes?: number;
  log?: (entry: EppLogEntry) => void;
};
