import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { messageOf } from "./customers.ts";
import { type Login, type Ports, SmtpSession } from "./mail-host.ts";

const plain = ({ user, password }: Login) => Buffer.from(`\0${user}\0${password}`).toString("base64");

/** Lines of text over TLS. */
class TextSession {
  readonly #socket: Socket;
  #received = "";
  #isClosed = false;
  #wake = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      this.#received += chunk;
      this.#wake();
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.#isClosed = true;
        this.#wake();
      });
    }
  }

  hasEnded = () => this.#isClosed;

  close = () => {
    this.#socket.destroy();
  };

  /** Resolves to the text up to the pattern, or that there was when the connection ended. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#received);
      const end = found ? found.index + found[0].length : this.#received.length;
      if (found || this.#isClosed) {
        const text = this.#received.slice(0, end);
        this.#received = this.#received.slice(end);
        return text;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async command(line: string, pattern: RegExp): Promise<string> {
    this.#socket.write(`${line}\r\n`, "latin1");
    return this.until(pattern);
  }
}

/** Waits in IDLE. */
export async function openImap(ports: Ports, login: Login, from = "127.0.0.1") {
  const tcp = connectTcp({ port: ports.imaps, host: "127.0.0.1", localAddress: from });
  const socket = connectTls({ socket: tcp, rejectUnauthorized: false });
  const session = new TextSession(socket);
  await session.until(/^\* OK .*\r\n/m);
  const program = '("name" "Test Mail" "version" "1.2")';
  await session.command(`i ID ${program}`, /^i OK.*\r\n/m);
  const reply = await session.command(`a AUTHENTICATE PLAIN ${plain(login)}`, /^a (OK|NO|BAD).*\r\n/m);
  if (/^a OK/m.test(reply)) {
    await session.command("s SELECT INBOX", /^s OK.*\r\n/m);
    await session.command("d IDLE", /^\+ .*\r\n/m);
  }
  return {
    reply,
    hasEnded: session.hasEnded,
    close: session.close,
    /** Stores a message in a folder. Resolves to the last line of the reply. */
    async append(folder: string, message: string): Promise<string> {
      await session.command("DONE", /^d OK.*\r\n/m);
      const literal = `{${Buffer.byteLength(message)}+}\r\n${message}`;
      const answer = await session.command(`e APPEND ${folder} ${literal}`, /^e (OK|NO|BAD).*\r\n/m);
      await session.command("d IDLE", /^\+ .*\r\n/m);
      return answer.trimEnd().split("\r\n").at(-1) ?? "";
    },
    async isServed() {
      const done = await session.command("DONE", /^d OK.*\r\n/m);
      const idling = await session.command("d IDLE", /^\+ .*\r\n/m);
      return /^d OK/m.test(done) && idling !== "";
    },
  };
}

export async function openSieve(ports: Ports, login: Login) {
  const tcp = connectTcp({ port: ports.sieve, host: "127.0.0.1" });
  const greeting = new TextSession(tcp);
  await greeting.until(/^OK.*\r\n/m);
  await greeting.command("STARTTLS", /^OK.*\r\n/m);
  tcp.removeAllListeners("data");
  const session = new TextSession(connectTls({ socket: tcp, rejectUnauthorized: false }));
  await session.until(/^OK.*\r\n/m);
  const reply = await session.command(`AUTHENTICATE "PLAIN" "${plain(login)}"`, /^(OK|NO|BYE).*\r\n/m);
  return {
    reply,
    hasEnded: session.hasEnded,
    close: session.close,
    isServed: async () => /^OK/m.test(await session.command("NOOP", /^(OK|NO|BYE).*\r\n/m)),
  };
}

export async function openSubmission(ports: Ports, login: Login) {
  const { session, reply } = await SmtpSession.signIn(ports.submission, login);
  return {
    reply,
    hasEnded: () => session.isClosed,
    close: () => session.close(),
    isServed: async () => (await session.command("NOOP")).startsWith("250"),
  };
}

/** In the middle of a message to itself: `finish` sends the rest, and more of it, and resolves to the last reply. */
export async function openMessage(ports: Ports, login: Login, mark: string) {
  const { session, reply } = await SmtpSession.signIn(ports.submission, login);
  for (const line of [`MAIL FROM:<${login.user}>`, `RCPT TO:<${login.user}>`, "DATA"]) {
    await session.command(line);
  }
  const [head = "", rest = ""] = messageOf(login.user, mark).split(/(?<=\r\n)(?=\r\n)/);
  session.write(head);
  return {
    reply,
    hasEnded: () => session.isClosed,
    close: () => session.close(),
    finish: (more = "") => session.command(`${rest}${more}.`),
  };
}
