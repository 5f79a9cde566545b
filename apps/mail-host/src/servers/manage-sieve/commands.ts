import { ProtocolError, type Wire } from "./wire.ts";

/** A command of RFC 5804. Strings are bytes. */
export type Command = {
  /** In upper case; empty for a string alone, such as the answer to a challenge. */
  name: string;
  args: (Buffer | number)[];
  /** A string was longer than allowed, and was skipped. */
  isTooLarge: boolean;
};

const maxLineBytes = 8_192;
const maxArguments = 4;
const maxSkippedBytes = 8 * 1024 * 1024;

const token =
  /[ \t]*(?:"((?:[^"\\]|\\["\\])*)"|\{(\d{1,10})\+?\}$|(\d{1,10})(?![^ \t])|([A-Za-z]+)(?![^ \t]))/y;

export async function readCommand(
  wire: Wire,
  maxStringBytes: number,
  onFirstLine: () => void = () => {},
): Promise<Command> {
  let line = await wire.readLine(maxLineBytes);
  onFirstLine();
  const command: Command = { name: "", args: [], isTooLarge: false };
  for (let at = 0; ; ) {
    token.lastIndex = at;
    const found = token.exec(line);
    if (!found) {
      if (line.slice(at).trim() !== "") {
        throw new ProtocolError("a command isn't of the expected form");
      }
      return command;
    }
    at = token.lastIndex;
    const [, quoted, size, number, atom] = found;
    if (atom !== undefined) {
      if (command.name !== "" || command.args.length > 0) {
        throw new ProtocolError("a command isn't of the expected form");
      }
      command.name = atom.toUpperCase();
    } else if (size !== undefined) {
      command.args.push(await readLiteral(wire, Number(size), maxStringBytes, command));
      line = await wire.readLine(maxLineBytes);
      at = 0;
    } else {
      command.args.push(
        quoted === undefined ? Number(number) : Buffer.from(quoted.replace(/\\(.)/g, "$1"), "latin1"),
      );
    }
    if (command.args.length > maxArguments) {
      throw new ProtocolError("a command has too many arguments");
    }
  }
}

async function readLiteral(wire: Wire, size: number, maxBytes: number, command: Command): Promise<Buffer> {
  if (size <= maxBytes) {
    return wire.readBytes(size);
  }
  if (size > maxSkippedBytes) {
    throw new ProtocolError("a string is too long");
  }
  await wire.skip(size);
  command.isTooLarge = true;
  return Buffer.alloc(0);
}

/** A command for Dovecot. A script is the last argument, and a literal. */
export function encodeCommand(name: string, args: readonly (Buffer | number)[], script?: Buffer): Buffer {
  const words = args.map((arg) => (typeof arg === "number" ? String(arg) : quote(arg.toString("latin1"))));
  const head = [name, ...words].join(" ");
  return script
    ? Buffer.concat([Buffer.from(`${head} {${script.length}+}\r\n`, "latin1"), script, Buffer.from("\r\n")])
    : Buffer.from(`${head}\r\n`, "latin1");
}

/** Whether a string can be sent in quotes (RFC 5804, 4). */
export const isQuotable = (bytes: Buffer): boolean =>
  bytes.length <= 1_024 && !/[\0\r\n]/.test(bytes.toString("latin1"));

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** A refusal for people. Several lines are a literal. */
export function refusal(lines: readonly string[], code = ""): Buffer {
  const text = Buffer.from(lines.join("\r\n"));
  const words = lines.length === 1 && isQuotable(text) ? [quote(text.toString("latin1"))] : [];
  return words.length > 0
    ? Buffer.from(`NO ${code}${words[0]}\r\n`, "latin1")
    : Buffer.concat([Buffer.from(`NO ${code}{${text.length}}\r\n`), text, Buffer.from("\r\n")]);
}
