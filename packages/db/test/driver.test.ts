import postgres from "postgres";
import { expect, it } from "vitest";

it.each([
  ["u@[::1]:5433/z", ["::1"], [5433]],
  ["u@[::1]/z", ["::1"], [5432]],
  ["u@[2001:db8::1]:5433,two.example:5434/z", ["2001:db8::1", "two.example"], [5433, 5434]],
  ["u@db.example:5433/z", ["db.example"], [5433]],
  ["/z?host=::1&port=5433", ["::1"], [5433]],
])("the driver reads host and port of postgres://%s", (address, host, port) => {
  const { options } = postgres(`postgres://${address}`);
  expect([options.host, options.port]).toEqual([host, port]);
});
