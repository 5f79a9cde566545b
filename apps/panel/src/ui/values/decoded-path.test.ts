import { expect, it } from "vitest";
import { decodedPath } from "./decoded-path.ts";

it.each([
  ["/domains/b%C3%BCcher.example", "/domains/bücher.example"],
  ["/domains/100%25", "/domains/100%"],
  ["/", "/"],
  ["/domains/%A0", undefined],
  ["/domains/example.com%", undefined],
  ["/mail/%C3%28/aliases", undefined],
  ["/%E0%A4", undefined],
])("%s is decoded to %s", (path, decoded) => {
  expect(decodedPath(path)).toBe(decoded);
});
