import type { Duplex } from "node:stream";
import { newRequestId } from "../kernel/ids.ts";

const reasons: Record<string, [status: number, title: string, code: string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request header fields too large", "headers_too_large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request timeout", "request_timeout"],
};

/** The time in which the client can read the response and close the connection. */
const closeAfterMs = 1_000;

/** Responds to requests that Node can't parse, in the usual problem form, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title, code] = reasons[error.code ?? ""] ?? [400, "Malformed request", "malformed_request"];
  const body = JSON.stringify({ type: "about:blank", title, status, code, requestId: newRequestId() });
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      "content-type: application/problem+json",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  setTimeout(() => socket.destroy(), closeAfterMs).unref();
}
