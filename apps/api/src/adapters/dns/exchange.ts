import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import dnsPacket, { type DecodedPacket } from "dns-packet";
import type { MailRecordType } from "../../modules/mail/ports.ts";

export type DnsServer = { address: string; port: number };
export type DnsQuestion = { name: string; type: "DNSKEY" | "NS" | "SOA" | MailRecordType };

export type DnsFailureReason = "timeout" | "refused" | "malformed";

export class DnsFailure extends Error {
  override readonly name = "DnsFailure";
  readonly reason: DnsFailureReason;
  constructor(reason: DnsFailureReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The largest datagram that is never fragmented (DNS Flag Day 2020). */
const udpPayloadBytes = 1232;

/**
 * Sends one question to one server: UDP with EDNS0 and DO (RFC 6891, RFC 3225), then TCP if the response is truncated
 * (RFC 7766). Rejects with a DnsFailure, or with the signal's reason.
 */
export async function exchange(
  server: DnsServer,
  question: DnsQuestion,
  options: {
    tries: number;
    tryTimeoutMs: number;
    signal: AbortSignal;
    /** Asks a resolver to find the answer elsewhere. */
    isRecursive?: boolean;
  },
): Promise<DecodedPacket> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal.throwIfAborted();
    try {
      const answer = await ask(overUdp, server, question, options);
      return answer.flag_tc ? await ask(overTcp, server, question, options) : answer;
    } catch (error) {
      const isLost = error instanceof DnsFailure && error.reason === "timeout";
      if (!isLost || attempt >= options.tries) {
        throw error;
      }
    }
  }
}

type Line = {
  read(message: Buffer): DecodedPacket | undefined;
  resolve(answer: DecodedPacket): void;
  reject(error: unknown): void;
};
type Transport = (server: DnsServer, message: Buffer, line: Line) => () => void;

async function ask(
  transport: Transport,
  server: DnsServer,
  question: DnsQuestion,
  {
    tryTimeoutMs,
    signal,
    isRecursive = false,
  }: { tryTimeoutMs: number; signal: AbortSignal; isRecursive?: boolean },
): Promise<DecodedPacket> {
  signal.throwIfAborted();
  const id = randomInt(0x1_0000);
  return await new Promise((resolve, reject) => {
    let failure: DnsFailureReason = "timeout";
    const line: Line = {
      read(message) {
        if (message.length < 2 || message.readUInt16BE(0) !== id) {
          return undefined;
        }
        try {
          const answer = dnsPacket.decode(message);
          return isAnswerTo(question, answer) ? answer : undefined;
        } catch {
          // It may come from anyone, and the server's own response may still arrive.
          failure = "malformed";
          return undefined;
        }
      },
      resolve: (answer) => settle(() => resolve(answer)),
      reject: (error) => settle(() => reject(error)),
    };
    const abort = () => line.reject(signal.reason);
    const timer = setTimeout(() => line.reject(new DnsFailure(failure)), tryTimeoutMs);
    signal.addEventListener("abort", abort, { once: true });
    const close = transport(server, encode(id, question, isRecursive), line);
    let isSettled = false;
    const settle = (finish: () => void) => {
      if (isSettled) {
        return;
      }
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      close();
      finish();
    };
  });
}

function encode(id: number, { name, type }: DnsQuestion, isRecursive: boolean): Buffer {
  return dnsPacket.encode({
    id,
    type: "query",
    flags: isRecursive ? dnsPacket.RECURSION_DESIRED : 0,
    questions: [{ name, type, class: "IN" }],
    additionals: [
      {
        name: ".",
        type: "OPT",
        udpPayloadSize: udpPayloadBytes,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: dnsPacket.DNSSEC_OK,
        flag_do: true,
        options: [],
      },
    ],
  });
}

function isAnswerTo(question: DnsQuestion, answer: DecodedPacket): boolean {
  const [asked, ...more] = answer.questions ?? [];
  return (
    answer.type === "response" &&
    more.length === 0 &&
    asked?.type === question.type &&
    (asked.class ?? "IN") === "IN" &&
    asked.name.toLowerCase() === question.name.toLowerCase()
  );
}

const overUdp: Transport = (server, message, line) => {
  const socket = createSocket(isIPv6(server.address) ? "udp6" : "udp4");
  let isClosed = false;
  socket.on("message", (bytes) => {
    const answer = line.read(bytes);
    if (answer) {
      line.resolve(answer);
    }
  });
  socket.on("error", (error) => line.reject(failureOf(error)));
  // On a connected socket the system drops packets from other senders and reports a closed port.
  socket.connect(server.port, server.address, (failure?: Error) => {
    if (failure) {
      line.reject(failureOf(failure));
    } else if (!isClosed) {
      socket.send(message, (error) => error && line.reject(failureOf(error)));
    }
  });
  return () => {
    isClosed = true;
    // Closing a socket that is still connecting would throw where nothing can catch it.
    socket.removeAllListeners("error").on("error", () => {});
    socket.close();
  };
};

const overTcp: Transport = (server, message, line) => {
  const socket = connect(server.port, server.address);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  socket.end(Buffer.concat([length, message]));
  let received = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) {
      return;
    }
    const answer = line.read(received.subarray(2, 2 + received.readUInt16BE(0)));
    if (answer) {
      line.resolve(answer);
    } else {
      line.reject(new DnsFailure("malformed"));
    }
  });
  socket.on("error", (error) => line.reject(failureOf(error)));
  socket.on("close", () => line.reject(new DnsFailure("refused")));
  return () => socket.destroy();
};

function failureOf(error: Error): DnsFailure {
  const code = "code" in error ? error.code : undefined;
  return new DnsFailure(code === "ETIMEDOUT" ? "timeout" : "refused");
}
