import { type ConnectionOptions, connect } from "node:tls";
import { decodeServerMessage, type EppResponse, type ServerMessage } from "../codec/server-message.ts";
import type { Greeting } from "../codec/session/greeting.ts";
import { createFrameDecoder, encodeFrame } from "../frames.ts";

/** An exchange without a response. `sent` is false if no byte of the message can have been sent. */
export class ExchangeFailure extends Error {
  readonly sent: boolean;
  readonly timedOut: boolean;

  constructor(message: string, details: { sent: boolean; timedOut?: boolean; cause?: unknown }) {
    super(message, { cause: details.cause });
    this.sent = details.sent;
    this.timedOut = details.timedOut ?? false;
  }
}

/** One TLS connection after its greeting. Each message that is sent gets one response. */
export type Connection = {
  readonly greeting: Greeting;
  readonly closed: boolean;
  /** Only one exchange may run at a time. Rejects with ExchangeFailure, after which the connection is closed. */
  exchange(xml: string, timeoutMs: number): Promise<ServerMessage>;
  /** Closes immediately. Has no effect on a closed connection. */
  destroy(reason: string): void;
};

type ConnectionSettings = {
  tls: ConnectionOptions;
  connectTimeoutMs: number;
  maxFrameBytes: number;
  onClose: (reason: string) => void;
};

/** Connects, verifies the server and waits for its greeting (RFC 5734 section 2). */
export async function openConnection(settings: ConnectionSettings): Promise<Connection> {
  const socket = connect(settings.tls);
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  const frames = createFrameDecoder(settings.maxFrameBytes);
  let waiter: { resolve: (message: ServerMessage) => void; reject: (failure: unknown) => void } | undefined;
  let closeReason: string | undefined;
  let lastError: unknown;

  function close(reason: string, cause?: unknown): void {
    if (closeReason !== undefined) {
      return;
    }
    closeReason = reason;
    lastError = cause;
    socket.destroy();
    waiter?.reject(new ExchangeFailure(reason, { sent: true, cause }));
    waiter = undefined;
    settings.onClose(reason);
  }

  function receive(xml: string): void {
    if (waiter === undefined) {
      // RFC 5734 section 2: a server only responds to messages, except that it may send one before it closes.
      close("the server sent an unexpected message");
      return;
    }
    const { resolve } = waiter;
    let message: ServerMessage;
    try {
      message = decodeServerMessage(xml);
    } catch (cause) {
      close("the server's message could not be read", cause);
      return;
    }
    waiter = undefined;
    resolve(message);
  }

  socket.on("data", (chunk) => {
    try {
      for (const xml of frames.push(chunk)) {
        if (closeReason === undefined) {
          receive(xml);
        }
      }
    } catch (cause) {
      close("the server's stream could not be read", cause);
    }
  });
  socket.on("error", (error) => close(error.message || "connection error", error));
  socket.on("end", () => close("the server closed the connection"));
  socket.on("close", () => close("the connection was closed"));

  function waitForMessage(timeoutMs: number, whatFor: string, begin?: () => void): Promise<ServerMessage> {
    if (closeReason !== undefined) {
      return Promise.reject(new ExchangeFailure(closeReason, { sent: false, cause: lastError }));
    }
    return new Promise<ServerMessage>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiter = undefined;
        const reason = `no ${whatFor} within ${timeoutMs} ms`;
        close(reason);
        reject(new ExchangeFailure(reason, { sent: true, timedOut: true }));
      }, timeoutMs);
      waiter = {
        resolve: (message) => {
          clearTimeout(timer);
          resolve(message);
        },
        reject: (failure) => {
          clearTimeout(timer);
          reject(failure);
        },
      };
      begin?.();
    });
  }

  const first = await waitForMessage(settings.connectTimeoutMs, "greeting");
  if (first.type !== "greeting") {
    const words = describeRefusal(first);
    close(words);
    throw new ExchangeFailure(words, { sent: false });
  }

  return {
    greeting: first.greeting,
    get closed() {
      return closeReason !== undefined;
    },
    async exchange(xml, timeoutMs) {
      const frame = encodeFrame(xml);
      return await waitForMessage(timeoutMs, "answer", () => socket.write(frame));
    },
    destroy: (reason) => close(reason),
  };
}

function describeRefusal(response: EppResponse): string {
  const [result] = response.results;
  return `the server answered ${result.code} instead of a greeting: ${result.message}`;
}
