import { connect, type Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import { sieveExtensions, sieveMaxScriptBytes } from "@zonepost/mail-config";
import type { Verdict } from "./check-upload.ts";
import { type Command, encodeCommand, isQuotable, readCommand, refusal } from "./commands.ts";
import { proxyHeader } from "./proxy-header.ts";
import { type Response, readResponse } from "./responses.ts";
import { readLogin, readPlain, type SignIn } from "./sign-in.ts";
import { ClosedError, ProtocolError, Wire } from "./wire.ts";

export type SessionOptions = {
  /** Dovecot's port on loopback. */
  port: number;
  certificate: () => Promise<SecureContext>;
  /** Rejects while the database is away. */
  check: (
    login: string,
    script: Buffer,
    fetchScript: (name: string) => Promise<Buffer | undefined>,
  ) => Promise<Verdict>;
};

const signInMs = 60_000;
/** Dovecot ends a session after 30 minutes without a command. */
const idleMs = 31 * 60_000;
const literalMs = 2 * 60_000;
/** Dovecot delays repeated wrong passwords. */
const responseMs = 90_000;
const maxWaitingBytes = 64 * 1024;

const tryLater = ["The script can't be checked at the moment, try again later"];
const forwarded = new Set([
  "CAPABILITY",
  "NOOP",
  "HAVESPACE",
  "LISTSCRIPTS",
  "GETSCRIPT",
  "DELETESCRIPT",
  "LOGOUT",
]);

/** One connection of a mail program: STARTTLS here, everything else at Dovecot, except for what it must not do. */
export async function serveSession(socket: Socket, options: SessionOptions): Promise<void> {
  const ends = {
    remoteAddress: socket.remoteAddress ?? "",
    remotePort: socket.remotePort ?? 0,
    localAddress: socket.localAddress ?? "",
    localPort: socket.localPort ?? 0,
  };
  let client = new Wire(socket, maxWaitingBytes);
  client.setDeadline(signInMs);
  let dovecot: Wire | undefined;
  try {
    if (!(await waitForStartTls(client))) {
      return;
    }
    const context = await options.certificate();
    if (client.waitingBytes > 0) {
      throw new ProtocolError("Nothing may follow STARTTLS");
    }
    await client.write('OK "Begin TLS."\r\n');
    client = await secure(client, context);
    client.setDeadline(signInMs);
    const backend = connect({ port: options.port, host: "127.0.0.1" });
    dovecot = new Wire(backend, maxWaitingBytes);
    const [from, to] = [client, dovecot];
    // Also when Dovecot ends the session, for example because the password was changed.
    backend.once("close", () => void from.write(to.takeRest()).then(() => from.close()));
    await dovecot.write(proxyHeader(ends));
    await new Session(client, dovecot, options).run();
  } catch (error) {
    const isOver = error instanceof ClosedError;
    const reason =
      error instanceof ProtocolError ? error.message : "The server isn't available, try again later";
    await client.write(isOver ? "" : `BYE "${reason}"\r\n`);
    if (!isOver && !(error instanceof ProtocolError)) {
      throw error;
    }
  } finally {
    client.close();
    dovecot?.close();
  }
}

/** Resolves to false if the client leaves. Nothing can be signed in to before. */
async function waitForStartTls(client: Wire): Promise<boolean> {
  const capabilities = [
    '"IMPLEMENTATION" "Zonepost"',
    `"SIEVE" "${sieveExtensions.join(" ")}"`,
    '"SASL" ""',
    '"STARTTLS"',
    '"VERSION" "1.0"',
  ].map((line) => `${line}\r\n`);
  await client.write(`${capabilities.join("")}OK "Use STARTTLS to sign in."\r\n`);
  for (;;) {
    const { name, args } = await readCommand(client, 1_024);
    if (name === "STARTTLS") {
      return true;
    }
    if (name === "LOGOUT") {
      await client.write('OK "Goodbye."\r\n');
      return false;
    }
    await client.write(
      name === "CAPABILITY"
        ? `${capabilities.join("")}OK\r\n`
        : name === "NOOP"
          ? noop(args[0])
          : 'NO (ENCRYPT-NEEDED) "Use STARTTLS first."\r\n',
    );
  }
}

const noop = (tag: Buffer | number | undefined): Buffer | string =>
  Buffer.isBuffer(tag) && isQuotable(tag)
    ? `OK (TAG "${tag.toString("latin1").replace(/["\\]/g, "\\$&")}") "Done."\r\n`
    : 'OK "Done."\r\n';

async function secure(client: Wire, secureContext: SecureContext): Promise<Wire> {
  const socket = new TLSSocket(client.release(), { isServer: true, secureContext });
  const secured = new Wire(socket, maxWaitingBytes);
  secured.setDeadline(signInMs);
  await new Promise<void>((resolve, reject) => {
    socket.once("secure", resolve);
    socket.once("close", () => reject(new ClosedError("the handshake failed")));
  });
  return secured;
}

class Session {
  readonly #client: Wire;
  readonly #dovecot: Wire;
  readonly #options: SessionOptions;
  #login: string | undefined;

  constructor(client: Wire, dovecot: Wire, options: SessionOptions) {
    this.#client = client;
    this.#dovecot = dovecot;
    this.#options = options;
  }

  async run(): Promise<void> {
    await this.#relay(await this.#response());
    for (let isOpen = true; isOpen; ) {
      if (this.#login !== undefined) {
        this.#client.setDeadline(idleMs);
      }
      const command = await readCommand(this.#client, sieveMaxScriptBytes, () => {
        if (this.#login !== undefined) {
          this.#client.setDeadline(literalMs);
        }
      });
      isOpen = await this.#answer(command);
    }
  }

  /** Resolves to whether the session goes on. */
  async #answer(command: Command): Promise<boolean> {
    const { name, args, isTooLarge } = command;
    const [first, second] = args;
    if (isTooLarge) {
      return this.#refuse(["A script can have at most 256 kB"], "(QUOTA/MAXSIZE) ");
    }
    if (args.slice(0, -1).some((arg) => Buffer.isBuffer(arg) && !isQuotable(arg))) {
      return this.#refuse(["A name has at most 1,024 bytes in one line"]);
    }
    if (forwarded.has(name)) {
      return first === undefined || typeof first === "number" || isQuotable(first)
        ? this.#forward(encodeCommand(name, args))
        : this.#refuse(["A name has at most 1,024 bytes in one line"]);
    }
    if (name === "AUTHENTICATE" && this.#login === undefined && Buffer.isBuffer(first)) {
      return this.#signIn(first.toString("latin1").toUpperCase(), second);
    }
    if (this.#login === undefined) {
      return this.#refuse(["Sign in first"]);
    }
    if (name === "PUTSCRIPT" && Buffer.isBuffer(first) && Buffer.isBuffer(second) && args.length === 2) {
      return this.#checked(second, encodeCommand(name, [first], second));
    }
    if (name === "CHECKSCRIPT" && Buffer.isBuffer(first) && args.length === 1) {
      return this.#checked(first, encodeCommand(name, [], first));
    }
    // An empty name turns rules off. A renamed script may be one that others include.
    if ((name === "SETACTIVE" && args.length === 1) || (name === "RENAMESCRIPT" && args.length === 2)) {
      const names = args.filter((arg): arg is Buffer => Buffer.isBuffer(arg) && isQuotable(arg));
      if (names.length === args.length && names[0]) {
        const stored = names[0].length > 0 ? await this.#fetch(names[0]) : undefined;
        const wire = encodeCommand(name, args);
        return stored ? this.#checked(stored, wire) : this.#forward(wire);
      }
    }
    return this.#refuse(["This command isn't known"]);
  }

  async #signIn(mechanism: string, initial: Buffer | number | undefined): Promise<boolean> {
    const given = initial === undefined ? [] : [initial];
    const next = async (challenge: string) => {
      const answer = given.shift() ?? (await this.#ask(challenge));
      return Buffer.isBuffer(answer) ? answer : Buffer.from("*");
    };
    let signIn: SignIn | undefined;
    if (mechanism === "PLAIN") {
      signIn = readPlain(await next(""));
    } else if (mechanism === "LOGIN") {
      signIn = readLogin(await next("VXNlcm5hbWU6"), await next("UGFzc3dvcmQ6"));
    } else {
      return this.#refuse(["This mechanism isn't offered"]);
    }
    if (!signIn) {
      return this.#refuse(["The name and password can't be read"]);
    }
    const command = encodeCommand("AUTHENTICATE", [Buffer.from("PLAIN")], signIn.initialResponse);
    await this.#dovecot.write(command);
    const response = await this.#response();
    if (response.kind === "OK") {
      this.#login = signIn.login;
    }
    return this.#relay(response);
  }

  async #ask(challenge: string): Promise<Buffer | number | undefined> {
    await this.#client.write(`"${challenge}"\r\n`);
    const { name, args } = await readCommand(this.#client, 4_096);
    return name === "" ? args[0] : undefined;
  }

  /** Passes a command on if its script may be used. */
  async #checked(script: Buffer, command: Buffer): Promise<boolean> {
    let verdict: Verdict;
    try {
      verdict = await this.#options.check(this.#login ?? "", script, (name) =>
        this.#fetch(Buffer.from(name)),
      );
    } catch (error) {
      if (error instanceof ClosedError || error instanceof ProtocolError) {
        throw error;
      }
      return this.#refuse(tryLater, "(TRYLATER) ");
    }
    switch (verdict.kind) {
      case "allowed":
        return this.#forward(command);
      case "unknown_account":
        return this.#refuse(["This account is off"]);
      case "refused":
        return this.#refuse(verdict.lines);
      case "unreadable": {
        await this.#dovecot.write(encodeCommand("CHECKSCRIPT", [], script));
        const response = await this.#response();
        return response.kind === "OK" ? this.#refuse(verdict.lines) : this.#relay(response);
      }
    }
  }

  async #fetch(name: Buffer): Promise<Buffer | undefined> {
    if (!isQuotable(name)) {
      return undefined;
    }
    await this.#dovecot.write(encodeCommand("GETSCRIPT", [name]));
    const { kind, bytes, literals } = await this.#response();
    if (kind === "BYE" || (kind === "NO" && !bytes.toString("latin1").includes("(NONEXISTENT)"))) {
      throw new Error("Dovecot didn't return a script");
    }
    return kind === "OK" ? (literals[0] ?? Buffer.alloc(0)) : undefined;
  }

  async #forward(command: Buffer): Promise<boolean> {
    await this.#dovecot.write(command);
    return this.#relay(await this.#response());
  }

  async #response(): Promise<Response> {
    this.#dovecot.setDeadline(responseMs);
    const response = await readResponse(this.#dovecot);
    this.#dovecot.setDeadline(idleMs);
    return response;
  }

  /** Without the offer of STARTTLS that Dovecot makes here, because it doesn't see TLS itself. */
  async #relay({ kind, bytes, lines, literals }: Response): Promise<boolean> {
    const isCapabilities = literals.length === 0 && lines.some((line) => line.startsWith('"IMPLEMENTATION"'));
    await this.#client.write(
      isCapabilities
        ? Buffer.from(bytes.toString("latin1").replace(/^"STARTTLS"\r\n/m, ""), "latin1")
        : bytes,
    );
    return kind !== "BYE";
  }

  async #refuse(lines: readonly string[], code = ""): Promise<boolean> {
    await this.#client.write(refusal(lines, code));
    return true;
  }
}
