import { describe, expect, it } from "vitest";
import { curlSnippet } from "./curl-snippet.ts";

describe("curlSnippet", () => {
  it("uses an operation that the key may read", () => {
    expect(curlSnippet("https://api.example.com", "zp_key", ["audit:read", "mail:read"])).toBe(
      "curl 'https://api.example.com/me/mail' \\\n  -H 'Authorization: Bearer zp_key'",
    );
  });
  it("is absent for a write-only key", () => {
    expect(curlSnippet("https://api.example.com", "zp_key", ["dnssec:write"])).toBeUndefined();
  });
});
