import { expect, it } from "vitest";
import { placeOfKeys } from "./shortcuts.ts";

it.each([
  [["g", "d"], 200, "/domains"],
  [["g", "m"], 1_500, "/mail"],
  [["g", "p"], 200, "/payments"],
  [["g", "s"], 1_501, undefined],
  [["g", "x"], 200, undefined],
  [["d", "d"], 200, undefined],
] as const)("%j within %i ms opens %s", ([first, second], pauseMs, href) => {
  const pressed = placeOfKeys({ key: first, atMs: 1_000 }, { key: second, atMs: 1_000 + pauseMs });
  expect(pressed?.href).toBe(href);
});

it("needs two keys", () => {
  expect(placeOfKeys(undefined, { key: "d", atMs: 0 })).toBeUndefined();
});
