import { describe, expect, it } from "vitest";
import { nameserverLines, withLine } from "./nameserver-lines.ts";

describe("nameserverLines", () => {
  it("reads one nameserver per line, followed by its addresses", () => {
    expect(nameserverLines.parse("\n NS1.example.net \nns2.example.com 192.0.2.1, 2001:db8::1\n")).toEqual([
      { host: "ns1.example.net", addresses: [] },
      { host: "ns2.example.com", addresses: ["192.0.2.1", "2001:db8::1"] },
    ]);
  });
  it("treats empty text as none", () => {
    expect(nameserverLines.parse(" \n ")).toEqual([]);
  });
  it("names the invalid line", () => {
    const message = (text: string) => nameserverLines.safeParse(text).error?.issues[0]?.message;
    expect(message("ns1.example.net\nnot_a_host")).toMatch(/^not_a_host: /);
    expect(message("ns1.example.net 192.0.2.999")).toMatch(
      /^ns1\.example\.net: Enter an IPv4 or IPv6 address\./,
    );
    expect(message("ns.example.net\n".repeat(14))).toMatch(/at most 13/);
  });
});

describe("withLine", () => {
  it("names the line of an API error", () => {
    const text = "ns1.example.net\n\nns2.example.net 192.0.2.1";
    expect(withLine({ pointer: "/nameservers/1/addresses", message: "Remove the addresses." }, text)).toBe(
      "ns2.example.net: Remove the addresses.",
    );
    expect(withLine({ pointer: "/nameservers", message: "Enter 2 to 13 nameservers, or none." }, text)).toBe(
      "Enter 2 to 13 nameservers, or none.",
    );
  });
});
