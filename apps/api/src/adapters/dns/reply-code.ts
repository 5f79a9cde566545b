import type { DecodedPacket } from "dns-packet";

/** RFC 1035 section 4.1.1. */
export const replyCode = { noError: 0, formatError: 1, nameError: 3 } as const;

export const replyCodeOf = (answer: DecodedPacket): number => (answer.flags ?? 0) & 0x0f;
