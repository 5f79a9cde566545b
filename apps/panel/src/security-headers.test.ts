import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, pageHeaders } from "./security-headers.ts";

const page = {
  nonce: "bm9uY2U=",
  apiUrl: "https://api.example.com/behind/a/path",
  panelUrl: "https://panel.example.com",
  isDevelopment: false,
};

describe("the policy of a page", () => {
  it("lets scripts run by the nonce alone, and lets the page talk to the API's origin alone", () => {
    const directives = contentSecurityPolicy(page).split("; ");
    expect(directives).toContain("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
    expect(directives).toContain("connect-src 'self' https://api.example.com");
    expect(directives).toContain("style-src-elem 'self' 'nonce-bm9uY2U='");
  });

  it("is loosened for the developer's reload alone", () => {
    expect(contentSecurityPolicy(page)).not.toContain("unsafe-eval");
    expect(contentSecurityPolicy({ ...page, isDevelopment: true })).toContain("'unsafe-eval'");
  });
});

describe("the headers of a page", () => {
  it("keep browsers on https for two years where the panel's address is https, and there alone", () => {
    expect(pageHeaders(page)["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    const plain = pageHeaders({ ...page, panelUrl: "http://localhost:3000" });
    expect(plain["strict-transport-security"]).toBeUndefined();
  });
});
