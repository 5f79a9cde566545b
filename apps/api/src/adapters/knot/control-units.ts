/** A request to Knot's control socket, or a line of its answer: items by name. */
export type ControlItems = { [name in ControlItem]?: string };
type ControlItem = (typeof itemNames)[number];

// The wire format is libknot's, control.c: a unit is one byte. DATA and EXTRA are followed by items, each with a byte for
// its name, its length and its text. A message ends with BLOCK, a conversation with END.
const units = { end: 0, data: 1, extra: 2, block: 3 };
const firstItem = 16;
const itemNames = [
  "command",
  "flags",
  "error",
  "section",
  "item",
  "id",
  "zone",
  "owner",
  "ttl",
  "type",
  "data",
  "filter",
] as const;
const headBytes = 3;
export const maxItemBytes = 0xffff;

export const endOfConversation = Buffer.of(units.end);

export function encodeRequest(items: ControlItems): Buffer {
  const parts = [Buffer.of(units.data)];
  for (const [at, name] of itemNames.entries()) {
    const text = items[name];
    if (text === undefined) {
      continue;
    }
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(headBytes);
    head.writeUInt8(firstItem + at, 0);
    head.writeUInt16BE(bytes.length, 1);
    parts.push(head, bytes);
  }
  parts.push(Buffer.of(units.block));
  return Buffer.concat(parts);
}

/** Reads answers from chunks of any size. Between two chunks it keeps at most one unfinished item. */
export class AnswerReader {
  #rest: Buffer = Buffer.alloc(0);
  #lines: ControlItems[] = [];

  /** The answers that are complete with this chunk. Throws for bytes that aren't the protocol's. */
  read(chunk: Buffer): ControlItems[][] {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const answers: ControlItems[][] = [];
    let at = 0;
    while (at < bytes.length) {
      const code = bytes.readUInt8(at);
      if (code >= firstItem) {
        const end = at + headBytes > bytes.length ? Infinity : at + headBytes + bytes.readUInt16BE(at + 1);
        if (end > bytes.length) {
          break;
        }
        this.#addItem(code, bytes.toString("utf8", at + headBytes, end));
        at = end;
        continue;
      }
      if (code === units.data || code === units.extra) {
        this.#lines.push({});
      } else if (code === units.block) {
        answers.push(this.#lines);
        this.#lines = [];
      } else if (code !== units.end) {
        throw new Error(`unknown unit ${code}`);
      }
      at += 1;
    }
    this.#rest = bytes.subarray(at);
    return answers;
  }

  #addItem(code: number, text: string): void {
    const name = itemNames[code - firstItem];
    const line = this.#lines.at(-1);
    if (!line) {
      throw new Error(`item ${code} outside of a line`);
    }
    // Newer versions may have more items.
    if (name) {
      line[name] = text;
    }
  }
}
