import type { DomainBatchChange } from "@zonepost/schema";
import { expect, it } from "vitest";
import { nameserverProblems } from "../nameservers/nameserver-policy.ts";
import { describeFieldError } from "./batch-messages.ts";

const domain = { name: "example.com" };
const rules = { minNameservers: 2, maxNameservers: 13 };
const elsewhere = { host: "ns1.elsewhere.net", addresses: [] };

const sentencesOf = (change: Extract<DomainBatchChange, { nameservers: unknown }>) =>
  nameserverProblems(rules, domain, change.nameservers, "/nameservers").map((field) =>
    describeFieldError(change, field),
  );

it.each([
  [[elsewhere], "Enter 2 to 13 nameservers, or none."],
  [[elsewhere, elsewhere], "ns1.elsewhere.net: This nameserver is listed twice."],
  [
    [elsewhere, { host: "ns1.example.com", addresses: [] }],
    "ns1.example.com: Add at least one IP address. The host is under this domain.",
  ],
  [
    [elsewhere, { host: "ns2.elsewhere.net", addresses: ["192.0.2.1"] }],
    "ns2.elsewhere.net: Remove the addresses. The host is not under this domain.",
  ],
])("describes what is wrong with nameservers without a pointer: %#", (nameservers, sentence) => {
  expect(sentencesOf({ nameservers })).toEqual([sentence]);
});

it("names the invalid address and its host", () => {
  const change = { nameservers: [elsewhere, { host: "ns1.example.com", addresses: ["10.0.0.1"] }] };
  const field = {
    pointer: "/nameservers/1/addresses/0",
    message: "Enter a public IP address.",
  };
  expect(describeFieldError(change, field)).toBe("ns1.example.com 10.0.0.1: Enter a public IP address.");
});
