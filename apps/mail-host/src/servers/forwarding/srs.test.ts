import { expect, it } from "vitest";
import { type ReturnPath, SenderRewriter } from "./srs.ts";

const secret = "a secret of this host";
const nowMs = Date.UTC(2026, 2, 1);
const dayMs = 86_400_000;
const rewriter = new SenderRewriter(secret);
const reverse = (address: string, ms = nowMs) => rewriter.reverse(address, ms);

const paths: ReturnPath[] = [
  { kind: "sender", address: "x@outside.example" },
  { kind: "sender", address: "x+tag=y@sub.outside.example" },
  { kind: "account", address: "anna@own.example" },
  { kind: "account", address: "a=b@own.example" },
  { kind: "none" },
];

it.each(paths)("leads a bounce back: %o", (path) => {
  const address = rewriter.forward(path, "own.example", nowMs);
  expect(address).toMatch(/^SRS0=[^=]+=[A-Z2-7]{2}=[^=]+=.*@own\.example$/);
  expect(reverse(address)).toEqual(path);
  // Some hosts change the case.
  expect(reverse(address.toLowerCase())).toEqual(path);
  expect(reverse(address, nowMs + 21 * dayMs)).toEqual(path);
});

it("accepts no address that is forged, shortened or older than three weeks", () => {
  const address = rewriter.forward({ kind: "sender", address: "x@outside.example" }, "own.example", nowMs);
  const other = new SenderRewriter("another secret");
  for (const forged of [
    address.replace("outside.example", "victim.example"),
    address.replace("=x@", "=y@"),
    // The same letters, divided otherwise.
    address.replace("outside.example=x@", "outside.exampl=ex@"),
    address.replace("@own.example", "@other.example"),
    address.replace(/=[^=]+=/, "=AAAAAAAAAA="),
    address.replace(/(=[^=]{4})[^=]+=/, "$1="),
    address.replace(/=[A-Z2-7]{2}=/, "=AA="),
    other.forward({ kind: "sender", address: "x@outside.example" }, "own.example", nowMs),
    "SRS0=@own.example",
    "x@own.example",
    "",
  ]) {
    expect([forged, reverse(forged)]).toEqual([forged, undefined]);
  }
  expect(reverse(address, nowMs + 22 * dayMs)).toBe(undefined);
});
