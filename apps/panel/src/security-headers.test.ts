import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

const page = {
  nonce: "bm9uY2U=",
  apiUrl: "https://api.example.com/behind/a/path",
  panelUrl: "https://panel.example.com",
  isDevelopment: false,
};

describe("a page's policy", () => {
  it("only allows scripts with the nonce, and connections to the API's origin", () => {
    const directives = contentSecurityPolicy(page).split("; ");
    expect(directives).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
    expect(directives).toContain("connect-src 'self' https://api.example.com");
    expect(directives).toContain("style-src-elem 'self' 'nonce-bm9uY2U='");
  });

  it("is relaxed only for reloading in development", () => {
    expect(contentSecurityPolicy(page)).not.toContain("unsafe-eval");
    expect(contentSecurityPolicy({ ...page, isDevelopment: true })).toContain("'unsafe-eval'");
  });
});

describe("a page's headers", () => {
  it("require https for two years if the panel's URL uses https, and only then", () => {
    expect(pageHeaders(page)["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    const plain = pageHeaders({ ...page, panelUrl: "http://localhost:3000" });
    expect(plain["strict-transport-security"]).toBeUndefined();
  });
});
