import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type NameTree, serveNameTree } from "../../../test/support/dns/name-tree.ts";
import type { ProofResult } from "../../modules/dns/ports.ts";

const [name, recordName, value] = ["example.com", "_challenge.example.com", "the-token"];
const workspaceId = "a-workspace";
const ownServers = [{ host: "ns1.own.net", address: "192.0.2.1" }];

let tree: NameTree;
beforeEach(async () => {
  tree?.[Symbol.dispose]();
  tree = await serveNameTree();
  tree.addHost("a.tld.net", 1);
  tree.addHost("ns1.there.net", 2);
  tree.addHost("ns2.there.net", 3);
  tree.addHost("ns1.own.net", 4);
  tree.addZone("com", ["a.tld.net"]);
  tree.delegate(name, ["ns1.there.net", "ns2.there.net"]);
});
afterAll(() => tree?.[Symbol.dispose]());

const proofOf = (question: { name?: string; recordName?: string } = {}): Promise<ProofResult> =>
  tree.resolver().readProof({ workspaceId, name, recordName, value, ownServers, ...question });
const delegationOf = (of = name) => tree.resolver().readDelegation({ workspaceId, name: of });

const tokenAt = (host: string, values: readonly string[] = [value], at = recordName) =>
  tree.setTexts(host, at, values);

describe("the proof of a name", () => {
  it.each<[string, () => void, ProofResult]>([
    [
      "is given by all of its nameservers",
      () => {
        tokenAt("ns1.there.net", ["v=other", value]);
        tokenAt("ns2.there.net");
      },
      "proved",
    ],
    ["is missing if one of two has the record", () => tokenAt("ns1.there.net"), "missing"],
    [
      "is given if the other nameserver is silent",
      () => {
        tokenAt("ns1.there.net");
        tree.setManner("ns2.there.net", "silent");
      },
      "proved",
    ],
    [
      "is given if the other nameserver refuses",
      () => {
        tokenAt("ns2.there.net");
        tree.setManner("ns1.there.net", "refuses");
      },
      "proved",
    ],
    [
      "is missing with another value, or one that contains it",
      () => {
        tokenAt("ns1.there.net", [`${value}1`, "other"]);
        tokenAt("ns2.there.net", [`${value}1`, "other"]);
      },
      "missing",
    ],
    [
      "can't be read if no nameserver answers",
      () => {
        tree.setManner("ns1.there.net", "silent");
        tree.setManner("ns2.there.net", "refuses");
      },
      "away",
    ],
    [
      "can't be read if the zone above is silent",
      () => {
        tokenAt("ns1.there.net");
        tokenAt("ns2.there.net");
        tree.setManner("a.tld.net", "silent");
      },
      "away",
    ],
    [
      "can't be read if a validating resolver doesn't believe the zone above",
      () => {
        tokenAt("ns1.there.net");
        tokenAt("ns2.there.net");
        tree.distrust("com");
      },
      "away",
    ],
    [
      "isn't given by a delegation to us, whatever our nameserver has",
      () => {
        tree.delegate(name, ["ns1.own.net"]);
        tokenAt("ns1.own.net");
      },
      "delegated_here",
    ],
    [
      "isn't given by a delegation that names us among others",
      () => {
        tree.delegate(name, ["ns1.there.net", "ns1.own.net"]);
        tokenAt("ns1.there.net");
        tokenAt("ns1.own.net");
      },
      "delegated_here",
    ],
    [
      "isn't given by a delegation to a host of another name with our address",
      () => {
        tree.addHost("ns1.vanity.net", 4);
        tree.delegate(name, ["ns1.vanity.net"]);
        tokenAt("ns1.vanity.net");
      },
      "delegated_here",
    ],
    [
      "is impossible for a name that the zone above doesn't have",
      () => tree.delegate(name, []),
      "not_delegated",
    ],
  ])("%s", async (_, prepare, result) => {
    prepare();
    expect(await proofOf()).toBe(result);
  });

  it("is read at the present nameservers, not at those that a resolver remembers", async () => {
    tree.addHost("ns1.former.net", 5);
    tree.delegate(name, ["ns1.there.net"]);
    tree.addZone(name, ["ns1.former.net"]);
    tokenAt("ns1.former.net");
    expect(await proofOf()).not.toBe("proved");
    expect(tree.asked.filter(({ at }) => at === "127.0.0.6")).toEqual([]);
  });

  it("is read at the nameservers of the zone above for a name that isn't delegated", async () => {
    const below = { name: "shop.example.com", recordName: "_challenge.shop.example.com" };
    expect(await proofOf(below)).toBe("not_delegated");
    tokenAt("ns1.there.net", [value], below.recordName);
    tokenAt("ns2.there.net", [value], below.recordName);
    expect(await proofOf(below)).toBe("proved");
    tokenAt("ns2.there.net", ["other"], below.recordName);
    expect(await proofOf(below)).toBe("missing");
  });

  it("isn't given for a name below a zone that is delegated to us", async () => {
    tree.delegate(name, ["ns1.own.net"]);
    const below = { name: "shop.example.com", recordName: "_challenge.shop.example.com" };
    tokenAt("ns1.own.net", [value], below.recordName);
    expect(await proofOf(below)).toBe("delegated_here");
  });

  it("sends no query to a private address", async () => {
    tokenAt("ns1.there.net");
    tokenAt("ns2.there.net");
    const isRefused = (address: string) => address === "127.0.0.3" || address === "127.0.0.4";
    const found = await tree
      .resolver(isRefused)
      .readProof({ workspaceId, name, recordName, value, ownServers });
    expect(found).toBe("away");
    expect(tree.asked.filter(({ at }) => isRefused(at))).toEqual([]);
  });
});

describe("the delegation of a name", () => {
  it("is the one in the zone above, past all caches", async () => {
    expect(await delegationOf()).toEqual({ kind: "delegated", servers: ["ns1.there.net", "ns2.there.net"] });
    tree.addZone(name, ["ns1.former.net"]);
    expect(await delegationOf()).toEqual({ kind: "delegated", servers: ["ns1.there.net", "ns2.there.net"] });
  });

  it.each<[string, () => void, string]>([
    ["none for a name that the zone above doesn't have", () => tree.delegate(name, []), "not_delegated"],
    ["unknown if the zone above refuses", () => tree.setManner("a.tld.net", "refuses"), "unknown"],
    ["unknown if the zone above is silent", () => tree.setManner("a.tld.net", "silent"), "unknown"],
    ["unknown if a resolver doesn't believe what it found", () => tree.distrust("com"), "unknown"],
  ])("is %s", async (_, prepare, kind) => {
    prepare();
    expect(await delegationOf()).toEqual({ kind });
  });

  it("is none for a name inside another zone", async () => {
    expect(await delegationOf("shop.example.com")).toEqual({ kind: "not_delegated" });
  });

  it("is the apex's where the server of the zone above has the name's zone too", async () => {
    tree.addZone(name, ["a.tld.net"]);
    expect(await delegationOf()).toEqual({ kind: "delegated", servers: ["a.tld.net"] });
  });
});
