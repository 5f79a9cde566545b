import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { ZoneServerError } from "../../modules/dns/ports.ts";
import { AnswerReader, type ControlItems, encodeRequest, endOfConversation } from "./control-units.ts";

type Waiting = {
  timer: NodeJS.Timeout;
  resolve(lines: ControlItems[]): void;
  reject(error: unknown): void;
};

/** The server's own error for one request. The connection stays usable. */
export class ControlRefusal extends Error {
  override readonly name = "ControlRefusal";
  /** As in the server's sources, such as `no such zone found`. */
  readonly reason: string;
  constructor(items: ControlItems, reason: string) {
    const { command, zone, owner, type, data, section, item, id } = items;
    const about = [zone ?? id, section, item, owner, type, data?.slice(0, 200)].filter(Boolean).join(" ");
    super(`${command} ${about}: ${reason}`);
    this.reason = reason;
  }
}

/** A connection to Knot's control socket. The server answers one at a time: another one's first answer waits for our end. */
export class ControlConnection {
  readonly #socket: Socket;
  readonly #requestTimeoutMs: number;
  readonly #waiting: Waiting[] = [];
  #failure: ZoneServerError | undefined;

  /** Rejects with a ZoneServerError. */
  static async open(socketPath: string, requestTimeoutMs: number): Promise<ControlConnection> {
    const socket = connect(socketPath);
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(requestTimeoutMs) });
    } catch (cause) {
      socket.destroy();
      throw away(`The nameserver's control socket ${socketPath} can't be opened`, cause);
    }
    return new ControlConnection(socket, requestTimeoutMs);
  }

  private constructor(socket: Socket, requestTimeoutMs: number) {
    this.#socket = socket;
    this.#requestTimeoutMs = requestTimeoutMs;
    const reader = new AnswerReader();
    socket.on("data", (chunk) => {
      try {
        for (const lines of reader.read(chunk)) {
          this.#settle(lines);
        }
      } catch (cause) {
        this.fail(away("The nameserver's answer is malformed", cause));
      }
    });
    socket.on("error", (cause) => this.fail(away("The connection to the nameserver failed", cause)));
    socket.on("close", () => this.fail(away("The nameserver closed the connection")));
  }

  get isLost(): boolean {
    return this.#failure !== undefined;
  }

  /** The lines of the answer. Rejects with a ControlRefusal, or with a ZoneServerError if the connection is lost. */
  async request(items: ControlItems): Promise<ControlItems[]> {
    const [answer] = await this.requestAll([items]);
    return answer ?? [];
  }

  /** Sends several requests at once. All are carried out; then the first refusal rejects. */
  async requestAll(requests: readonly ControlItems[]): Promise<ControlItems[][]> {
    if (this.#failure) {
      throw this.#failure;
    }
    const answers = requests.map(
      (items) =>
        new Promise<ControlItems[]>((resolve, reject) => {
          const timer = setTimeout(
            () => this.fail(away(`The nameserver did not answer ${items.command} in time`)),
            this.#requestTimeoutMs,
          );
          const settle = (lines: ControlItems[]) => {
            const reason = lines.find((line) => line.error !== undefined)?.error;
            if (reason === undefined) {
              resolve(lines);
            } else {
              reject(new ControlRefusal(items, reason));
            }
          };
          this.#waiting.push({ timer, resolve: settle, reject });
        }),
    );
    this.#socket.write(Buffer.concat(requests.map(encodeRequest)));
    const results = await Promise.allSettled(answers);
    return results.map((result) => {
      if (result.status === "rejected") {
        throw result.reason;
      }
      return result.value;
    });
  }

  /** Ends the conversation, so that the server turns to the next client. */
  async end(): Promise<void> {
    if (this.#failure) {
      return;
    }
    this.#socket.end(endOfConversation);
    const timer = setTimeout(() => this.#socket.destroy(), this.#requestTimeoutMs);
    await once(this.#socket, "close");
    clearTimeout(timer);
  }

  /** Closes the connection; all requests that wait reject. */
  fail(failure: ZoneServerError): void {
    if (this.#failure) {
      return;
    }
    this.#failure = failure;
    this.#socket.destroy();
    for (const { timer, reject } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(failure);
    }
  }

  #settle(lines: ControlItems[]): void {
    const next = this.#waiting.shift();
    if (next) {
      clearTimeout(next.timer);
      next.resolve(lines);
    }
  }
}

function away(message: string, cause?: unknown): ZoneServerError {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new ZoneServerError("away", `${message}${reason}.`, { cause });
}
