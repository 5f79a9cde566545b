import type { Socket } from "node:net";

/** The other side broke the protocol; its connection is ended. */
export class ProtocolError extends Error {
  override name = "ProtocolError";
}

/** The other side has ended the connection, or was ended after its deadline. */
export class ClosedError extends Error {
  override name = "ClosedError";
}

const lineFeed = 10;

/** Reads lines and bytes of a connection, as they are asked for. It stops receiving when enough is waiting. */
export class Wire {
  readonly #socket: Socket;
  readonly #maxWaitingBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #isClosed = false;
  #wake = () => {};
  #deadline: NodeJS.Timeout | undefined;

  constructor(socket: Socket, maxWaitingBytes: number) {
    this.#socket = socket;
    this.#maxWaitingBytes = maxWaitingBytes;
    socket.on("data", this.#onData);
    for (const event of ["end", "error", "close"]) {
      socket.on(event, this.#onClosed);
    }
  }

  readonly #onData = (chunk: Buffer) => {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#maxWaitingBytes) {
      this.#socket.pause();
    }
    this.#wake();
  };

  readonly #onClosed = () => {
    this.#isClosed = true;
    this.#wake();
  };

  /** Ends the connection then, unless another deadline is set before. */
  setDeadline(afterMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#socket.destroy(), afterMs);
  }

  get waitingBytes(): number {
    return this.#size;
  }

  /** Without its end, as latin1. */
  async readLine(maxBytes: number): Promise<string> {
    let scanned = 0;
    let length = 0;
    for (;;) {
      for (; scanned < this.#chunks.length; scanned += 1) {
        const chunk = this.#chunks[scanned] as Buffer;
        const end = chunk.indexOf(lineFeed);
        if (end >= 0 && length + end <= maxBytes) {
          return this.#take(length + end + 1)
            .toString("latin1")
            .replace(/\r?\n$/, "");
        }
        length += end >= 0 ? end : chunk.length;
        if (end >= 0) {
          break;
        }
      }
      if (length > maxBytes) {
        throw new ProtocolError("a line is too long");
      }
      await this.#more();
    }
  }

  async readBytes(count: number): Promise<Buffer> {
    while (this.#size < count) {
      await this.#more();
    }
    return this.#take(count);
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      left -= this.#take(Math.min(left, this.#size)).length;
      if (left > 0) {
        await this.#more();
      }
    }
  }

  /** What is waiting, for example a last message of a connection that has ended. */
  takeRest(): Buffer {
    return this.#take(this.#size);
  }

  async write(data: string | Buffer): Promise<void> {
    if (this.#socket.writable && !this.#socket.write(data)) {
      await new Promise<void>((resolve) => {
        this.#socket.once("drain", resolve).once("close", resolve);
      });
    }
  }

  /** Lets another reader have the socket. */
  release(): Socket {
    clearTimeout(this.#deadline);
    this.#socket.off("data", this.#onData);
    for (const event of ["end", "error", "close"]) {
      this.#socket.off(event, this.#onClosed);
    }
    return this.#socket;
  }

  close(): void {
    clearTimeout(this.#deadline);
    this.#socket.end();
    this.#socket.destroySoon();
  }

  #take(count: number): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const rest = all.subarray(count);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    this.#socket.resume();
    return all.subarray(0, count);
  }

  async #more(): Promise<void> {
    if (this.#isClosed) {
      throw new ClosedError("the connection was ended");
    }
    // More may be needed than what made it stop.
    this.#socket.resume();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
