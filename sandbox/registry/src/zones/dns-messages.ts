import { createHmac, randomInt } from "node:crypto";
import { connect } from "node:net";

type DnsType = "A" | "NS" | "SOA" | "AAAA" | "DS";

/** One record of a zone; `data` in wire form, without compression. */
export type DnsRecord = {
  name: string;
  type: DnsType;
  ttlSeconds: number;
  data: Buffer;
};

/** Replaces all records of one name and type. */
export type RecordSetChange = {
  name: string;
  type: DnsType;
  records: readonly DnsRecord[];
};

/** A shared secret for HMAC-SHA256 (RFC 8945). */
export type TsigKey = {
  name: string;
  secret: Buffer;
};

/** The server didn't execute an update. `rcode` is as in RFC 2136, or undefined if no response arrived. */
class DnsUpdateError extends Error {
  override readonly name = "DnsUpdateError";
  readonly rcode: number | undefined;
  constructor(message: string, rcode?: number) {
    super(message);
    this.rcode = rcode;
  }
}

const typeNumbers: Readonly<Record<DnsType, number>> = { A: 1, NS: 2, SOA: 6, AAAA: 28, DS: 43 };
const tsigType = 250;
const internet = 1;
const any = 255;
const updateOpcode = 5;
const fudgeSeconds = 300;

/** The size limit of a message's updates, without its header and signature. */
export const maxUpdateBytes = 60_000;

/** Converts a name with A-labels to wire form (RFC 1035 section 3.1). */
export function wireName(name: string): Buffer {
  const labels = name.split(".").filter(Boolean);
  return Buffer.concat([
    ...labels.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, "latin1")),
    Buffer.alloc(1),
  ]);
}

function wireRecord(name: string, type: number, dnsClass: number, ttlSeconds: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(dnsClass, 2);
  head.writeUInt32BE(ttlSeconds, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([wireName(name), head, data]);
}

/** The update records of a change (RFC 2136 section 2.5): the set is deleted, then filled. */
export function wireChange(change: RecordSetChange): Buffer[] {
  return [
    wireRecord(change.name, typeNumbers[change.type], any, 0, Buffer.alloc(0)),
    ...change.records.map((record) =>
      wireRecord(record.name, typeNumbers[record.type], internet, record.ttlSeconds, record.data),
    ),
  ];
}

/** Sends one update (RFC 2136), which the server executes atomically. Rejects with a DnsUpdateError. */
export async function sendUpdate(
  port: number,
  zone: string,
  updates: readonly Buffer[],
  key: TsigKey,
  now: Date,
): Promise<void> {
  const zoneSection = question(zone, "SOA");
  const message = Buffer.concat([head(updateOpcode, [1, 0, updates.length, 0]), zoneSection, ...updates]);
  const answer = await exchange(port, sign(message, key, now));
  const rcode = (answer[3] ?? 0) & 0x0f;
  if (rcode !== 0) {
    throw new DnsUpdateError(`the zone ${zone} was not updated (rcode ${rcode})`, rcode);
  }
}

/** Whether the server serves a zone. */
export async function servesZone(port: number, zone: string): Promise<boolean> {
  try {
    const answer = await exchange(port, Buffer.concat([head(0, [1, 0, 0, 0]), question(zone, "SOA")]));
    const [flags = 0, code = 0] = answer.subarray(2, 4);
    return (flags & 0x04) !== 0 && (code & 0x0f) === 0 && answer.readUInt16BE(6) > 0;
  } catch {
    return false;
  }
}

/**
 * A validating resolver's result for a name's address: `secure` with the AD flag (RFC 6840 section 5.8), `insecure`
 * without it, `bogus` for SERVFAIL.
 */
export async function queryValidator(port: number, name: string): Promise<"secure" | "insecure" | "bogus"> {
  const flags = recursionDesired | authenticData;
  const answer = await exchange(port, Buffer.concat([head(0, [1, 0, 0, 0], flags), question(name, "A")]));
  const code = answer.readUInt16BE(2);
  if ((code & 0x0f) === serverFailure) {
    return "bogus";
  }
  return (code & authenticData) !== 0 ? "secure" : "insecure";
}

const recursionDesired = 0x0100;
const authenticData = 0x0020;
const serverFailure = 2;

function head(opcode: number, counts: readonly number[], flags = 0): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(randomInt(0x1_0000), 0);
  bytes.writeUInt16BE((opcode << 11) | flags, 2);
  for (const [at, count] of counts.entries()) {
    bytes.writeUInt16BE(count, 4 + 2 * at);
  }
  return bytes;
}

function question(name: string, type: DnsType): Buffer {
  const tail = Buffer.alloc(4);
  tail.writeUInt16BE(typeNumbers[type], 0);
  tail.writeUInt16BE(internet, 2);
  return Buffer.concat([wireName(name), tail]);
}

/** Adds the TSIG record (RFC 8945 sections 4.2 and 4.3.3). */
function sign(message: Buffer, key: TsigKey, now: Date): Buffer {
  const algorithm = wireName("hmac-sha256");
  const time = Buffer.alloc(8);
  time.writeUIntBE(Math.floor(now.getTime() / 1000), 0, 6);
  time.writeUInt16BE(fudgeSeconds, 6);
  const classAndTtl = Buffer.from([0, any, 0, 0, 0, 0]);
  const errorAndOtherLength = Buffer.alloc(4);
  const mac = createHmac("sha256", key.secret)
    .update(Buffer.concat([message, wireName(key.name), classAndTtl, algorithm, time, errorAndOtherLength]))
    .digest();
  const macLength = Buffer.alloc(2);
  macLength.writeUInt16BE(mac.length);
  const data = Buffer.concat([algorithm, time, macLength, mac, message.subarray(0, 2), errorAndOtherLength]);
  const signed = Buffer.concat([message, wireRecord(key.name, tsigType, any, 0, data)]);
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10);
  return signed;
}

const answerTimeoutMs = 5_000;

/** Sends one message over TCP and returns the response (RFC 7766). */
async function exchange(port: number, message: Buffer): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    let received = Buffer.alloc(0);
    socket.setTimeout(answerTimeoutMs, () => socket.destroy(new DnsUpdateError("no answer in time")));
    socket.write(Buffer.concat([length, message]));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 14 || received.length < 2 + received.readUInt16BE(0)) {
        return;
      }
      socket.destroy();
      const answer = received.subarray(2);
      if (answer.readUInt16BE(0) === message.readUInt16BE(0)) {
        resolve(answer);
      } else {
        reject(new DnsUpdateError("an answer to something else"));
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new DnsUpdateError("no answer")));
  });
}
