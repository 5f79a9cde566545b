import { randomUUID } from "node:crypto";
import { TypeID } from "typeid-js";
import { expect, it } from "vitest";
import { firstIdAt, newId, publicId, rowId } from "./ids.ts";

it("writes ids as the TypeID library does, and reads them back", () => {
  const ids = [
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    newId(),
    ...Array.from({ length: 100 }, () => randomUUID()),
  ];
  for (const id of ids) {
    expect(publicId("whd", id)).toBe(TypeID.fromUUID("whd", id).toString());
    expect(rowId("whd", publicId("whd", id))).toBe(id);
    expect(rowId("evt", publicId("whd", id))).toBeUndefined();
  }
});

it.each([
  [0, "00000000-0000-7000-8000-000000000000"],
  [-5, "00000000-0000-7000-8000-000000000000"],
  [1_700_000_000_000, "018bcfe5-6800-7000-8000-000000000000"],
  [1_700_000_000_000.5, "018bcfe5-6800-7800-8000-000000000000"],
])("has a first id at %d, which can be read back", (wallMs, id) => {
  expect(firstIdAt(wallMs)).toBe(id);
  expect(rowId("evt", publicId("evt", id))).toBe(id);
});
