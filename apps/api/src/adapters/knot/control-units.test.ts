import { describe, expect, it } from "vitest";
import { AnswerReader, encodeRequest } from "./control-units.ts";

const request = {
  command: "zone-set",
  zone: "example.com.",
  owner: "@",
  ttl: "60",
  type: "TXT",
  data: `"${"x".repeat(50_000)}"`,
};
const [data, block, zoneItem] = [1, 3, 22];

describe("the reader of answers", () => {
  it.each([1, 7, 4_096, 1_000_000])("reads the same lines from chunks of %i bytes", (size) => {
    const bytes = Buffer.concat([encodeRequest(request), encodeRequest({ command: "zone-read" })]);
    const reader = new AnswerReader();
    const answers = [];
    for (let at = 0; at < bytes.length; at += size) {
      answers.push(...reader.read(bytes.subarray(at, at + size)));
    }
    expect(answers).toEqual([[request], [{ command: "zone-read" }]]);
  });

  it("skips items of newer versions", () => {
    const [answer] = new AnswerReader().read(
      Buffer.from([data, 40, 0, 1, 0x61, zoneItem, 0, 1, 0x62, block]),
    );
    expect(answer).toEqual([{ zone: "b" }]);
  });

  it.each([
    ["an unknown unit", [9]],
    ["an item outside of a line", [zoneItem, 0, 1, 0x61]],
  ])("throws at %s", (_title, bytes) => {
    expect(() => new AnswerReader().read(Buffer.from(bytes))).toThrow();
  });
});
