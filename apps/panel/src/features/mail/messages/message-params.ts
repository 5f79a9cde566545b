import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { messageStatuses } from "./message-kinds.ts";
import { messageRanges } from "./message-query.ts";

/** `message` is the one open in the drawer. */
export const messageParams = {
  /** An address or a Message-ID. */
  address: parseAsString.withDefault(""),
  status: parseAsStringLiteral(messageStatuses),
  range: parseAsStringLiteral(messageRanges).withDefault("day"),
  message: parseAsString,
};

export const loadMessageParams = createLoader(messageParams);
