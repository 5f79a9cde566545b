import { declareError } from "../../../kernel/errors.ts";

export const nothingToSettle = declareError("conflict", "nothing_to_settle", {
  message: "This order has no lost dispute left to settle. Nothing was charged.",
  cause:
    "The order has no lost dispute left to settle: there was none, it was paid, or the operator waived it.",
  fix: "No action is needed. See `unsettled` in GET /orders/{id}.",
});
