import { randomBytes } from "node:crypto";
import { createSecretBox, deriveKey } from "@zonepost/secret-box";
import { describe, expect, it } from "vitest";
import { chooseDkimBox, openDkimKey } from "./dkim-sealing.ts";

const [current = "", retired = ""] = [0, 1].map(() => randomBytes(32).toString("base64"));
const box = createSecretBox([current, retired]);
const agentKeys = (...keys: string[]) =>
  createSecretBox(keys.map((key) => deriveKey(key, "mail agent"))).keyIds;
/** An agent with the installation's own keys derives the others from them. */
const both = [...box.keyIds, ...agentKeys(current, retired)];
const [newest, former] = [agentKeys(current), agentKeys(retired)];

describe("DKIM keys are sealed", () => {
  it.each<[string, (readonly string[] | null)[], "current" | "retired" | "installation's"]>([
    ["no mail host", [], "current"],
    ["an agent with the key for agents", [newest], "current"],
    ["an agent with the installation's key", [both], "current"],
    ["both kinds of agents", [newest, both], "current"],
    ["an agent that reports nothing", [null], "installation's"],
    ["an old agent next to new ones", [newest, null, both], "installation's"],
    ["an agent that has no key of its own", [[]], "installation's"],
    ["an agent with keys of another installation", [["00000000"]], "installation's"],
    ["a rotated key that the agent hasn't got", [former], "retired"],
    ["a rotated key that one of the agents hasn't got", [former, agentKeys(current, retired)], "retired"],
    [
      "a rotated key that all agents have",
      [agentKeys(current, retired), agentKeys(current, retired)],
      "current",
    ],
    ["agents with different keys", [former, newest], "installation's"],
  ])("with %s: for the key of %s", (_what, hosts, expected) => {
    const chosen = chooseDkimBox(
      box,
      hosts.map((secretKeyIds) => ({ secretKeyIds })),
    );
    const ids = { current: newest[0], retired: former[0], "installation's": box.keyIds[0] };
    expect(chosen.keyIds[0]).toBe(ids[expected]);
    const sealed = chosen.seal("private key", "owner");
    expect(openDkimKey(box, sealed, "owner")).toBe("private key");
  });

  it("in forms that the installation opens, and no other does", () => {
    const other = createSecretBox([randomBytes(32).toString("base64")]);
    expect(openDkimKey(other, box.seal("private key", "owner"), "owner")).toBeUndefined();
    for (const each of [box, ...box.derive("mail agent")]) {
      expect(openDkimKey(box, each.seal("private key", "owner"), "owner")).toBe("private key");
    }
  });
});
