import { expect, it } from "vitest";
import { createdAtMs } from "../../../kernel/ids.ts";
import { idBounds } from "./id-bounds.ts";

const [noon, evening] = ["2026-03-01T12:00:00.000Z", "2026-03-01T18:00:00.000Z"];

it.each([
  ["a live installation", 0, "2026-03-01T11:45:00.000Z", "2026-03-01T18:15:00.000Z"],
  // Rows were created with any lead up to today's.
  ["a sandbox that is a day ahead", 86_400_000, "2026-02-28T11:45:00.000Z", "2026-03-01T18:15:00.000Z"],
  [
    "a live installation, whose clocks were read one after the other",
    -1,
    "2026-03-01T11:45:00.000Z",
    "2026-03-01T18:15:00.000Z",
  ],
  ["a clock that is behind", -86_400_000, "2026-03-01T11:45:00.000Z", undefined],
])("bounds the ids of a period in %s", (_, aheadMs, first, end) => {
  const timeOf = (id: string | undefined) => (id ? new Date(createdAtMs(id)).toISOString() : undefined);
  const bounds = idBounds({ since: noon, until: evening }, aheadMs);
  expect([timeOf(bounds.first), timeOf(bounds.end)]).toEqual([first, end]);
  expect(idBounds({}, aheadMs)).toEqual({});
});
