import { it } from "vitest";
import { checkBooks } from "./orders-storm/check-books.ts";
import { runStorm, stormSeed } from "./orders-storm/run-storm.ts";

it("fulfills or refunds each charge of 50 orders, while both sides fail and three processes are killed", async () => {
  const kills = ["cards", "api"] as const;
  const books = await runStorm({ seed: stormSeed(), orders: 50, customers: 3, kills, slowCharges: 1 });
  checkBooks(books, { orders: 50 });
});
