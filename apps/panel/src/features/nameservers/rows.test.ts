import { describe, expect, it } from "vitest";
import { assignProblems, inputOf, needsGlue, validateRows } from "./rows.ts";

const row = (id: number, host: string, addresses = "") => ({ id, host, addresses });

describe("nameserver rows", () => {
  it("require addresses if the host is under the domain, in any script, and only then", () => {
    expect(needsGlue("ns1.example.com", "example.com")).toBe(true);
    expect(needsGlue("NS1.Example.com.", "example.com")).toBe(true);
    expect(needsGlue("ns1.bäcker.de", "xn--bcker-gra.de")).toBe(true);
    expect(needsGlue("ns1.another-example.com", "example.com")).toBe(false);
  });

  it("send what is filled in, with addresses separated in any way", () => {
    const rows = [
      row(7, "ns1.example.com", "192.0.2.1, 2001:db8::1"),
      row(8, " "),
      row(9, "ns.host.net", "192.0.2.9"),
    ];
    expect(inputOf(rows, "example.com")).toEqual({
      nameservers: [
        { host: "ns1.example.com", addresses: ["192.0.2.1", "2001:db8::1"] },
        { host: "ns.host.net", addresses: [] },
      ],
    });
  });

  it("show an error at its row, even after blank rows", () => {
    const rows = [row(3, ""), row(4, "no name"), row(5, "ns.example.com", "192.0.2")];
    const result = validateRows(rows, "example.com");
    expect(result.ok).toBe(false);
    if (result.ok) {
      return;
    }
    expect(result.problems.rows[4]?.host).toBeDefined();
    expect(result.problems.rows[5]?.addresses).toBe("Enter an IPv4 or IPv6 address.");
    expect(result.problems.rows[3]).toBeUndefined();
  });

  it("keep errors about no row for the list", () => {
    expect(
      assignProblems([row(1, "a.net")], [{ pointer: "/nameservers", message: "Enter 2 to 13 nameservers." }]),
    ).toEqual({
      list: "Enter 2 to 13 nameservers.",
      rows: {},
    });
  });
});
