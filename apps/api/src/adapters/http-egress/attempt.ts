import type { Dispatcher } from "undici";
import type { WebhookAnswer, WebhookTransport } from "../../modules/webhooks/ports.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { EgressError, type Failure, failureOf, failureOfTimeout } from "./failure.ts";
import type { Target } from "./target.ts";

type Request = Parameters<WebhookTransport["send"]>[0];

type Head = { statusCode: number; headers: Record<string, string>; durationMs: number };

const maxBodyBytesRead = 64 * 1024;
const maxBodyBytesKept = 16 * 1024;
/** The status decides, so a slow body isn't worth the whole time limit. */
const maxBodyMs = 1_000;
const maxInterimResponses = 32;

const noBytes = new Uint8Array(0);

/**
 * One request and its response, or a failure, within a time limit. If a kept connection has closed before anything was
 * written, the request goes out on a new one; afterwards the receiver may have processed it, so it isn't sent twice.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #pool: ConnectionPool;
  readonly #target: Target;
  readonly #request: Request;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #startedAtMs = performance.now();
  readonly #result = Promise.withResolvers<WebhookAnswer>();
  #connection: Connection;
  #timer: NodeJS.Timeout;
  #isOver = false;
  #isWritten = false;
  #hasResponseBegun = false;
  #interimResponses = 0;
  #head: Head | undefined;
  #chunks: Uint8Array[] = [];
  #bodyBytes = 0;

  constructor(pool: ConnectionPool, target: Target, request: Request) {
    this.#pool = pool;
    this.#target = target;
    this.#request = request;
    this.#options = { method: "POST", path: target.path, headers: request.headers, body: request.body };
    this.#connection = pool.takeIdle(target.origin) ?? pool.open(target);
    this.#timer = setTimeout(() => this.#onTimeout(), request.timeoutMs);
  }

  run(): Promise<WebhookAnswer> {
    if (this.#connection.isKept) {
      // Together with undici's own turn, this lets the event loop notice a close that has already arrived.
      setImmediate(() => this.#dispatch());
    } else {
      this.#dispatch();
    }
    return this.#result.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) {
      controller.abort(new EgressError("timeout", "the attempt is over"));
    }
    this.#isWritten = true;
  }

  onResponseStarted(): void {
    this.#hasResponseBegun = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) {
      this.#interimResponses += 1;
      if (statusCode === 101) {
        controller.abort(new EgressError("response", "response is not valid HTTP: unexpected status 101"));
      } else if (this.#interimResponses > maxInterimResponses) {
        const text = `more than ${maxInterimResponses} interim responses (${statusCode})`;
        controller.abort(new EgressError("response", text));
      }
      return;
    }
    const durationMs = this.#durationMs();
    this.#head = { statusCode, headers: joinedValues(headers), durationMs };
    clearTimeout(this.#timer);
    const leftMs = Math.max(this.#request.timeoutMs - durationMs, 0);
    this.#timer = setTimeout(() => this.#onTimeout(), Math.min(maxBodyMs, leftMs));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const keptBytes = Math.min(chunk.byteLength, maxBodyBytesKept - this.#bodyBytes);
    if (keptBytes > 0) {
      // A copy, since the chunk is a view of the socket's larger buffer.
      this.#chunks.push(new Uint8Array(chunk.subarray(0, keptBytes)));
    }
    this.#bodyBytes += chunk.byteLength;
    if (this.#head && this.#bodyBytes > maxBodyBytesRead) {
      this.#end(this.#answered(this.#head));
    }
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (head && !this.#isOver) {
      this.#isOver = true;
      clearTimeout(this.#timer);
      this.#pool.release(this.#connection, () => this.#result.resolve(this.#answered(head)));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#head) {
      this.#end(this.#answered(this.#head));
    } else if (!this.#isOver) {
      this.#onNoResponse(error);
    }
  }

  #dispatch(): void {
    if (!this.#isOver) {
      this.#connection.dispatch(this.#options, this);
    }
  }

  #onNoResponse(error: Error): void {
    const closed = this.#connection;
    if (closed.isKept && !this.#hasResponseBegun) {
      this.#pool.learnIdleTime(closed);
      if (!this.#isWritten) {
        closed.destroy();
        this.#connection = this.#pool.open(this.#target);
        this.#dispatch();
        return;
      }
    }
    this.#end(this.#failed(failureOf(error, closed.phase, this.#hasResponseBegun)));
  }

  #onTimeout(): void {
    const { phase } = this.#connection;
    const failure = failureOfTimeout(phase, this.#hasResponseBegun, this.#request.timeoutMs);
    this.#end(this.#head ? this.#answered(this.#head) : this.#failed(failure));
  }

  #end(answer: WebhookAnswer): void {
    if (!this.#isOver) {
      this.#isOver = true;
      clearTimeout(this.#timer);
      this.#connection.destroy();
      this.#result.resolve(answer);
    }
  }

  #answered(head: Head): WebhookAnswer {
    return { ...head, body: joined(this.#chunks) };
  }

  #failed(failure: Failure): WebhookAnswer {
    return { ...failure, durationMs: this.#durationMs() };
  }

  #durationMs(): number {
    return Math.round(performance.now() - this.#startedAtMs);
  }
}

/** undici decodes values as latin1, which keeps every byte. */
function joinedValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) {
      values[name] = typeof value === "string" ? value : value.join(", ");
    }
  }
  return values;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first = noBytes] = chunks;
  return chunks.length <= 1 ? first : new Uint8Array(Buffer.concat(chunks));
}
