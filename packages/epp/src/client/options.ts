import type { ConnectionOptions } from "node:tls";
import type { LoginEvent, UserAgent } from "../codec/login-security.ts";

/** What a client does, for a log. It never holds a password, authorization information or a message's text. */
export type EppLogEntry =
  | { event: "connected"; serverId: string; durationMs: number }
  | { event: "connect_failed"; error: Error; nextAttemptDelayMs: number }
  | { event: "command"; command: string; clTRID: string; svTRID: string; code: number; durationMs: number }
  | { event: "command_failed"; command: string; clTRID: string; error: Error; durationMs: number }
  | { event: "disconnected"; reason: string }
  /** What the server says about the login's security, such as when the password expires (RFC 8807). */
  | { event: "login_events"; events: LoginEvent[] }
  /** A pool keeps to fewer sessions for a while, since one more was refused. */
  | { event: "session_limit_lowered"; sessions: number; pauseMs: number };

export type EppClientOptions = {
  host: string;
  /** 700 is EPP's own (RFC 5734 section 7). */
  port: number;
  /**
   * Node's TLS options: `ca` to pin a registry's certificate, `cert` and `key` where the registry wants a
   * client certificate. The certificate is always verified unless `rejectUnauthorized` is set to false here.
   */
  tls?: Omit<ConnectionOptions, "host" | "port" | "path" | "socket">;
  /** 3 to 16 characters */
  clientId: string;
  /** At least 6 characters; more than 16 need a server with login security (RFC 8807). */
  password: string;
  /** Told to servers with login security (RFC 8807 section 4.1). */
  userAgent?: UserAgent;
  /** Objects to manage; of domain, contact and host, those that the greeting lists, unless said otherwise. */
  objectUris?: string[];
  /** Extensions to use, all that this package knows unless said otherwise; those that the server's greeting lacks are left out of the login. */
  extensionUris?: string[];
  /** For the answer to one command: 15 s */
  requestTimeoutMs?: number;
  /** For connection, TLS and greeting together: 10 s */
  connectTimeoutMs?: number;
  /** Idle time after which a hello keeps the session open: 4 min; 0 turns it off. */
  keepAliveMs?: number;
  /** Times that opening a session is tried for one command: 2 */
  connectAttempts?: number;
  /** Pause before the next try; doubles from `minimum` (100 ms) to `maximum` (1 s) while the tries fail. */
  reconnectDelayMs?: { minimum: number; maximum: number };
  /** Cap on one frame from the server: 1 MiB */
  maxFrameBytes?: number;
  log?: (entry: EppLogEntry) => void;
};
