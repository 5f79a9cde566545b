import { it } from "vitest";
import { checkBooks } from "./orders-storm/check-books.ts";
import { runStorm, stormSeed } from "./orders-storm/run-storm.ts";

it("fulfills or refunds each charge of 10 orders, while both sides fail and the API and the worker are killed", async () => {
  const books = await runStorm({
    seed: stormSeed(),
    orders: 10,
    customers: 2,
    kills: ["api"],
    slowCharges: 1,
  });
  checkBooks(books, { orders: 10 });
});
