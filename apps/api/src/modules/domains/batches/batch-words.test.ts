import type { DomainBatchChange } from "@zonepost/schema";
import { expect, it } from "vitest";
import { nameserverProblems } from "../nameservers/nameserver-policy.ts";
import { sayWhatIsWrong } from "./batch-words.ts";

const domain = { name: "example.com", tld: "com" };
const elsewhere = { host: "ns1.elsewhere.net", addresses: [] };

const sentencesOf = (change: Extract<DomainBatchChange, { nameservers: unknown }>) =>
  nameserverProblems(domain, change.nameservers, "/nameservers").map((field) =>
    sayWhatIsWrong(change, field),
  );

it.each([
  [[elsewhere], "the nameservers must have 2 to 13 entries, or none"],
  [[elsewhere, elsewhere], "ns1.elsewhere.net is in the list already"],
  [
    [elsewhere, { host: "ns1.example.com", addresses: [] }],
    "ns1.example.com needs its addresses: it lies under the domain",
  ],
  [
    [elsewhere, { host: "ns2.elsewhere.net", addresses: ["192.0.2.1"] }],
    "the addresses of ns2.elsewhere.net must be left out, because the host lies under another name",
  ],
])("says what is wrong with nameservers without a pointer: %#", (nameservers, sentence) => {
  expect(sentencesOf({ nameservers })).toEqual([sentence]);
});

it("names the address that is wrong, and its host", () => {
  const change = { nameservers: [elsewhere, { host: "ns1.example.com", addresses: ["10.0.0.1"] }] };
  const field = {
    pointer: "/nameservers/1/addresses/0",
    message: "must be an address of the public internet",
  };
  expect(sayWhatIsWrong(change, field)).toBe(
    "the address 10.0.0.1 of ns1.example.com must be an address of the public internet",
  );
});
