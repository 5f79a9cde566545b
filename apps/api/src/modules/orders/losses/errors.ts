import { AppError } from "../../../kernel/errors.ts";

export const nothingToSettle = () =>
  new AppError(
    "conflict",
    "nothing_to_settle",
    "No lost dispute of this order is left to settle. Nothing was charged.",
  );
