import { expect, it } from "vitest";
import { readExceptionLines, writeExceptionLines } from "./exception-lines.ts";

it("reads a network and a note from each line, and writes them again", () => {
  const text = "  203.0.113.7 Mailing  list\n\n2001:db8::/48\r\n";
  const exceptions = [
    { network: "203.0.113.7", note: "Mailing list" },
    { network: "2001:db8::/48", note: "" },
  ];
  expect(readExceptionLines(text)).toEqual(exceptions);
  const stored = exceptions.map((exception) => ({ ...exception, createdAt: "2026-03-01T09:30:00.000Z" }));
  expect(readExceptionLines(writeExceptionLines(stored))).toEqual(exceptions);
  expect(readExceptionLines(writeExceptionLines([]))).toEqual([]);
});
