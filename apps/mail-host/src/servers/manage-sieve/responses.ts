import { ProtocolError, type Wire } from "./wire.ts";

/** Dovecot's response to a command, as it was sent. */
export type Response = {
  kind: "OK" | "NO" | "BYE";
  bytes: Buffer;
  /** The lines before the last one, without the content of literals. */
  lines: string[];
  literals: Buffer[];
};

const maxLineBytes = 65_536;
const maxLiteralBytes = 4 * 1024 * 1024;

export async function readResponse(wire: Wire): Promise<Response> {
  const parts: Buffer[] = [];
  const lines: string[] = [];
  const literals: Buffer[] = [];
  for (;;) {
    let line = await wire.readLine(maxLineBytes);
    const first = line;
    parts.push(Buffer.from(`${line}\r\n`, "latin1"));
    for (let size = literalSize(line); size !== undefined; size = literalSize(line)) {
      if (size > maxLiteralBytes) {
        throw new ProtocolError("a string of Dovecot is too long");
      }
      const literal = await wire.readBytes(size);
      literals.push(literal);
      line = await wire.readLine(maxLineBytes);
      parts.push(literal, Buffer.from(`${line}\r\n`, "latin1"));
    }
    const kind = /^(OK|NO|BYE)\b/i.exec(first)?.[1]?.toUpperCase() as Response["kind"] | undefined;
    if (kind) {
      return { kind, bytes: Buffer.concat(parts), lines, literals };
    }
    lines.push(first);
  }
}

const literalSize = (line: string): number | undefined => {
  const size = /\{(\d{1,10})\+?\}$/.exec(line)?.[1];
  return size === undefined ? undefined : Number(size);
};
