import { createHmac, timingSafeEqual } from "node:crypto";
import { splitAddress } from "../../address.ts";

/** Where a bounce of forwarded mail goes. */
export type ReturnPath =
  /** To the sender, whose message passed SPF or DMARC, or who signed in here. */
  | { kind: "sender"; address: string }
  /** Into Junk of the account that forwards: the sender may be forged. */
  | { kind: "account"; address: string }
  /** Nowhere: the path of the message tells what the target answered. */
  | { kind: "none" };

const dayMs = 86_400_000;
const validDays = 21;
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const hashLength = 10;
/** Instead of the sender's domain; neither can be one. */
const keptMark = "kept";
const noneMark = "none";

/** Envelope senders of forwarded mail (Sender Rewriting Scheme), at the domain that forwards. */
export class SenderRewriter {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** `domain` forwards it. Bounces of forwarded bounces have no sender either. */
  forward(path: ReturnPath, domain: string, nowMs: number): string {
    const [local, host] =
      path.kind === "sender"
        ? splitAddress(path.address)
        : path.kind === "account"
          ? [splitAddress(path.address)[0], keptMark]
          : ["", noneMark];
    const day = dayOf(nowMs);
    const hash = this.#hash([day, host, local, domain]);
    return `SRS0=${hash}=${day}=${host}=${local}@${domain}`;
  }

  /** Undefined for an address that isn't one of ours, or is too old. */
  reverse(address: string, nowMs: number): ReturnPath | undefined {
    const [local, domain] = splitAddress(address);
    const [, hash, day, host, sender] = /^srs0[-+=]([^=]+)=([a-z2-7]{2})=([^=]*)=(.*)$/is.exec(local) ?? [];
    if (hash === undefined || day === undefined || host === undefined || sender === undefined) {
      return undefined;
    }
    const expected = this.#hash([day, host, sender, domain]);
    if (!isSame(hash.toLowerCase(), expected.toLowerCase()) || isOld(day, nowMs)) {
      return undefined;
    }
    if (host === noneMark) {
      return { kind: "none" };
    }
    return host === keptMark
      ? { kind: "account", address: `${sender}@${domain}` }
      : { kind: "sender", address: `${sender}@${host}` };
  }

  #hash(parts: readonly string[]): string {
    // With a separator that no part has: otherwise another host and local part would have the same hash.
    const hmac = createHmac("sha256", this.#secret).update(parts.join("\n").toLowerCase());
    return hmac.digest("base64").replaceAll(/[=+/]/g, "").slice(0, hashLength);
  }
}

export const isRewritten = (address: string): boolean => /^srs[01][-+=]/i.test(address);

const dayNumber = (nowMs: number) => Math.floor(nowMs / dayMs) % 1024;

function dayOf(nowMs: number): string {
  const day = dayNumber(nowMs);
  return `${digits[day >> 5]}${digits[day & 31]}`;
}

function isOld(day: string, nowMs: number): boolean {
  const [high = "", low = ""] = day.toUpperCase();
  const number = digits.indexOf(high) * 32 + digits.indexOf(low);
  return (dayNumber(nowMs) - number + 1024) % 1024 > validDays;
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
