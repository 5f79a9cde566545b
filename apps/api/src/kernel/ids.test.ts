import { randomUUID } from "node:crypto";
import { TypeID } from "typeid-js";
import { expect, it } from "vitest";
import { newId, publicId, rowId } from "./ids.ts";

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
