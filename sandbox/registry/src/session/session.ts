import type { TLSSocket } from "node:tls";
import { createFrameDecoder, encodeFrame } from "@zonepost/epp/codec";
import { MessageHandler } from "./message-handler.ts";
import type { RegistryContext } from "./registry-context.ts";

const maxWaitingFrames = 64;

/** Serves one connection from its greeting to its end (RFC 5734 section 2), one message at a time. */
export class Session {
  readonly #socket: TLSSocket;
  readonly #registry: RegistryContext;
  readonly #handler: MessageHandler;
  readonly #frames = createFrameDecoder();
  readonly #waiting: string[] = [];
  #running: Promise<void>;
  #isBusy = false;
  #isDraining = false;

  constructor(socket: TLSSocket, registry: RegistryContext) {
    const left = new AbortController();
    this.#socket = socket;
    this.#registry = registry;
    this.#handler = new MessageHandler(registry, left.signal);
    socket.on("close", () => {
      left.abort();
      this.#waiting.length = 0;
      this.#handler.leave();
    });
    this.#running = this.#greet().catch((error) => this.#giveUp(error));
  }

  /** Finishes the command in progress and closes. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await this.#running;
    this.#socket.end();
  }

  async #greet(): Promise<void> {
    this.#socket.write(encodeFrame(await this.#handler.greeting()));
    this.#socket.on("data", (chunk) => this.#receive(chunk));
  }

  #receive(chunk: Uint8Array): void {
    try {
      this.#waiting.push(...this.#frames.push(chunk));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#registry.log({ event: "refused_stream", reason });
      this.#socket.destroy();
      return;
    }
    if (this.#waiting.length > maxWaitingFrames) {
      this.#socket.destroy();
    } else if (!this.#isBusy && !this.#isDraining) {
      this.#running = this.#work().catch((error) => this.#giveUp(error));
    }
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let xml = this.#waiting.shift(); xml !== undefined; xml = this.#waiting.shift()) {
      const outcome = await this.#handler.answer(xml);
      if (this.#socket.destroyed) {
        break;
      }
      if (outcome.xml !== undefined) {
        this.#socket.write(encodeFrame(outcome.xml));
      }
      if (outcome.close || this.#isDraining) {
        // Without a response, the connection is dropped without the closing message of TLS.
        if (outcome.xml === undefined) {
          this.#socket.destroy();
        } else {
          this.#socket.end();
        }
        break;
      }
    }
    this.#isBusy = false;
  }

  #giveUp(error: unknown): void {
    this.#registry.log({ event: "error", error });
    this.#socket.destroy();
  }
}
