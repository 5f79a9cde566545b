import { expect, it } from "vitest";
import { piecesOf } from "./break-points.ts";

it.each([
  ["owner@demo.test", ["owner@", "demo", ".test"]],
  ["a.b@sub.example.com", ["a", ".b@", "sub", ".example", ".com"]],
  ["https://hooks.example.com/zonepost/v1", ["https://hooks", ".example", ".com/", "zonepost/", "v1"]],
  ["https://a.test/hook?token=x&sv=1", ["https://a", ".test/", "hook?", "token=", "x&", "sv=", "1"]],
  ["Anna Kron", ["Anna Kron"]],
])("breaks %s at its marks", (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});
