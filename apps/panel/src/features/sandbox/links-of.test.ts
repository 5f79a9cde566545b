import { describe, expect, it } from "vitest";
import { linksOf } from "./links-of.ts";

describe("linksOf", () => {
  it("finds each link once, without the period that ends its sentence", () => {
    expect(
      linksOf("Open http://localhost:4000/a?token=x&b=1.\nAgain: http://localhost:4000/a?token=x&b=1"),
    ).toEqual(["http://localhost:4000/a?token=x&b=1"]);
  });

  it("keeps the fragment, which contains the secret of most links", () => {
    expect(linksOf("See the invitation:\nhttp://localhost:3000/invitations/inv_01#token=aB-c_9-\n")).toEqual([
      "http://localhost:3000/invitations/inv_01#token=aB-c_9-",
    ]);
  });

  it("finds none in a text without links", () => {
    expect(linksOf("Hello")).toEqual([]);
  });
});
