import type { OrderLineInput } from "@zonepost/schema";
import { expect, it } from "vitest";
import { isForNewName, thingOf } from "./line-input.ts";

const name = "example.com";
const line = (given: object) => given as OrderLineInput;
const expiry = "2027-03-01T09:30:00.000Z";

it.each([
  [line({ kind: "registration", name }), "name:example.com"],
  [line({ kind: "transfer_in", name }), "name:example.com"],
  [line({ kind: "restore", name }), "name:example.com"],
  [line({ kind: "renewal", name, currentExpiresAt: expiry }), `renewal:example.com:${expiry}`],
  [
    line({ kind: "renewal", name, currentExpiresAt: "2027-03-01T09:30:00Z" }),
    `renewal:example.com:${expiry}`,
  ],
  [
    line({ kind: "renewal", name, currentExpiresAt: "2027-03-01T10:30:00+01:00" }),
    `renewal:example.com:${expiry}`,
  ],
  [line({ kind: "mail_plan", domainName: name, planSlug: "pro" }), "mail_plan:example.com"],
  [
    line({ kind: "mail_plan", domainName: name, planSlug: "starter", currentExpiresAt: expiry }),
    "mail_plan:example.com",
  ],
])("the line %j holds %s", (given, thing) => {
  expect(thingOf(given)).toBe(thing);
});

it.each([
  ["registration", true],
  ["transfer_in", true],
  ["renewal", false],
  ["restore", false],
  ["mail_plan", false],
] as const)("%s: whether it is held against other workspaces is %s", (kind, isHeld) => {
  expect(isForNewName({ kind })).toBe(isHeld);
});
