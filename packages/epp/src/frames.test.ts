import { describe, expect, it } from "vitest";
import { createFrameDecoder, defaultMaxFrameBytes, EppFrameError, encodeFrame } from "./frames.ts";

function header(length: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

describe("frames", () => {
  it("include the four bytes of the length itself, and count bytes rather than characters", () => {
    expect([...encodeFrame("é")]).toEqual([0, 0, 0, 6, 0xc3, 0xa9]);
  });

  it("are joined if split anywhere, down to single bytes", () => {
    const stream = Buffer.concat([encodeFrame("<a>é</a>"), encodeFrame("<b/>")]);
    const decoder = createFrameDecoder();
    const seen = [...stream].flatMap((byte) => decoder.push(Uint8Array.of(byte)));
    expect(seen).toEqual(["<a>é</a>", "<b/>"]);
    expect(decoder.pendingBytes).toBe(0);
  });

  it("are separated if several arrive in one piece, and the start of the next is kept", () => {
    const next = encodeFrame("<c/>");
    const decoder = createFrameDecoder();
    expect(
      decoder.push(Buffer.concat([encodeFrame("<a/>"), encodeFrame("<b/>"), next.subarray(0, 6)])),
    ).toEqual(["<a/>", "<b/>"]);
    expect(decoder.pendingBytes).toBe(6);
    expect(decoder.push(next.subarray(6))).toEqual(["<c/>"]);
  });

  it("don't retain the caller's buffer", () => {
    const frame = encodeFrame("<abc/>");
    const first = frame.slice(0, 7);
    const decoder = createFrameDecoder();
    decoder.push(first);
    first.fill(0);
    expect(decoder.push(frame.subarray(7))).toEqual(["<abc/>"]);
  });

  it.each([0, 1, 4])("refuse a length of %i, which leaves no room for a body", (length) => {
    expect(() => createFrameDecoder().push(header(length))).toThrow(EppFrameError);
  });

  it.each([defaultMaxFrameBytes + 1, 0xffff_ffff])(
    "refuse a length of %i before any of the body arrives",
    (length) => {
      expect(() => createFrameDecoder().push(header(length))).toThrow(EppFrameError);
    },
  );

  it("can be exactly as long as the limit, in both directions", () => {
    const decoder = createFrameDecoder(10);
    expect(decoder.push(encodeFrame("123456", 10))).toEqual(["123456"]);
    expect(() => encodeFrame("1234567", 10)).toThrow(EppFrameError);
    expect(() => decoder.push(encodeFrame("1234567"))).toThrow(EppFrameError);
  });

  it("refuse bytes that are not UTF-8", () => {
    expect(() => createFrameDecoder().push(Uint8Array.of(0, 0, 0, 5, 0xff))).toThrow(EppFrameError);
  });
});
