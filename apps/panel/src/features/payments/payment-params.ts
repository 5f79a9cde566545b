import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** On the return from a card page. Without `cardPage`, the person left it before a card was saved. */
export const loadPaymentParams = createLoader({
  adding: parseAsStringLiteral(["card"]),
  cardPage: parseAsString,
});
