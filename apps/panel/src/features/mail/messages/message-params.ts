import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { messageRanges } from "./message-query.ts";

/** `message` is the one open in the drawer. */
export const messageParams = {
  address: parseAsString.withDefault(""),
  range: parseAsStringLiteral(messageRanges).withDefault("day"),
  message: parseAsString,
};

export const loadMessageParams = createLoader(messageParams);
