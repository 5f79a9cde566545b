import { AppError } from "../../../kernel/errors.ts";

export const nothingToSettle = () =>
  new AppError(
    "conflict",
    "nothing_to_settle",
    "This order has no lost dispute left to settle. Nothing was charged.",
  );
