import { describe, expect, it } from "vitest";
import type { ServedSerial } from "../ports.ts";
import { delegationStateOf, isLame, serversOf } from "./delegation-policy.ts";

const ours = ["ns1.own.net", "ns2.own.net"];

describe("the state of a delegation", () => {
  it.each([
    [["ns1.own.net", "ns2.own.net"], "here"],
    [["ns2.own.net"], "here"],
    [["NS1.Own.net"], "here"],
    [["ns1.own.net", "ns1.there.net"], "partly"],
    [["ns1.there.net"], "elsewhere"],
    [["ns1.own.net.there.net"], "elsewhere"],
    [[], "elsewhere"],
  ])("to %j is %s", (servers, state) => {
    expect(delegationStateOf(servers, ours)).toBe(state);
  });

  it("has its servers in one order and in lower case", () => {
    expect(serversOf({ kind: "delegated", servers: ["ns2.own.net", "NS1.own.net"] })).toEqual(ours);
    expect(serversOf({ kind: "not_delegated" })).toEqual([]);
  });
});

const answered: ServedSerial = { kind: "answered", serial: 1 };
const notServed: ServedSerial = { kind: "not_served" };
const away: ServedSerial = { kind: "away", reason: "timeout" };

describe("a delegation to us", () => {
  it.each<[string, ServedSerial[], boolean]>([
    ["is lame if no server has the zone", [notServed, notServed], true],
    ["is lame if one doesn't have it and the other is away", [notServed, away], true],
    ["isn't lame if one server has it", [notServed, answered], false],
    ["isn't known to be lame if all servers are away", [away, away], false],
    ["isn't lame without an answer", [], false],
  ])("%s", (_, answers, expected) => {
    expect(isLame(answers)).toBe(expected);
  });
});
