import { it } from "vitest";
import { checkBooks } from "./orders-storm/check-books.ts";
import { runStorm, stormSeed } from "./orders-storm/run-storm.ts";

it("fulfills or refunds each charge of 500 orders, while both sides fail and 16 processes are killed", async () => {
  const kills = Array.from(
    { length: 15 },
    (_, index) => (["cards", "api", "worker"] as const)[index % 3] ?? "api",
  );
  const books = await runStorm({ seed: stormSeed(), orders: 500, customers: 20, kills, slowCharges: 10 });
  checkBooks(books, { orders: 500 });
}, 1_200_000);
