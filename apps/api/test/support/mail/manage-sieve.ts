import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Login } from "./mail-host.ts";

/** A connection to ManageSieve, as a mail program has it. Replies are whole. */
export class ManageSieveSession {
  #socket: Socket;
  #received = "";
  #isClosed = false;
  #wake = () => {};
  greeting = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  static async open(port: number, options: { from?: string } = {}): Promise<ManageSieveSession> {
    const socket = connect({ port, host: "127.0.0.1", localAddress: options.from ?? "127.0.0.1" });
    const session = new ManageSieveSession(socket);
    session.greeting = await session.reply();
    return session;
  }

  /** With TLS and signed in. */
  static async signIn(
    port: number,
    login: Login,
    options: { from?: string } = {},
  ): Promise<ManageSieveSession> {
    const session = await ManageSieveSession.open(port, options);
    await session.startTls();
    const reply = await session.authenticate(login);
    if (!reply.startsWith("OK")) {
      throw new Error(`${login.user} can't sign in: ${reply}`);
    }
    return session;
  }

  async startTls(): Promise<void> {
    await this.command("STARTTLS");
    for (const event of ["data", "close", "error"]) {
      this.#socket.removeAllListeners(event);
    }
    const secured = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    this.#socket = secured;
    this.#listen();
    this.greeting = await this.reply();
  }

  authenticate({ user, password }: Login): Promise<string> {
    return this.command(`AUTHENTICATE "PLAIN" "${Buffer.from(`\0${user}\0${password}`).toString("base64")}"`);
  }

  command(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  put(script: string, name = "rule"): Promise<string> {
    return this.command(`PUTSCRIPT "${name}" ${literal(script)}`);
  }

  check(script: string): Promise<string> {
    return this.command(`CHECKSCRIPT ${literal(script)}`);
  }

  /** "000" once the connection is closed. */
  async reply(): Promise<string> {
    for (;;) {
      const whole = this.#takeReply();
      if (whole !== undefined) {
        return whole;
      }
      if (this.#isClosed) {
        return "000 closed";
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Up to the line OK, NO or BYE, or to a challenge. */
  #takeReply(): string | undefined {
    for (let at = 0, start = 0; ; ) {
      const end = this.#received.indexOf("\r\n", at);
      if (end < 0) {
        return undefined;
      }
      const size = /\{(\d+)\}$/.exec(this.#received.slice(at, end))?.[1];
      at = end + 2 + Number(size ?? 0);
      if (size !== undefined) {
        continue;
      }
      const line = this.#received.slice(start, at);
      if (/^(OK|NO|BYE)\b/.test(line) || /^"[A-Za-z0-9+/=]*"\r\n$/.test(this.#received)) {
        const reply = this.#received.slice(0, at);
        this.#received = this.#received.slice(at);
        return reply.trimEnd();
      }
      start = at;
    }
  }

  #listen() {
    this.#socket.on("data", (chunk: Buffer) => {
      this.#received += chunk.toString("utf8");
      this.#wake();
    });
    this.#socket.on("error", () => this.#wake());
    this.#socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }
}

export const literal = (text: string): string => `{${Buffer.byteLength(text)}+}\r\n${text}`;
