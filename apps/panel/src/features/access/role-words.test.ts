import { type Right, rights, rightsOfRole, type WorkspaceRole } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import messages from "../../../messages/en.json" with { type: "json" };
import { hasRight } from "./rights.ts";

/** What a description can say, and the right that makes it true. */
const claims: [RegExp, Right][] = [
  [/\bmanage\b[^.]* domains/, "domains:write"],
  [/\bbuy\b[^.]* domains/, "domains:buy"],
  [/\brenew\b[^.]* domains/, "domains:renew"],
  [/\bmanage\b[^.]* mail/, "mail:write"],
  [/\bedit contacts/, "contacts:write"],
  [/\bedit\b[^.]* DNS zones/, "zones:write"],
  [/\b(view|edit)\b[^.]* DNS zones/, "zones:read"],
  [/\bpay orders/, "payments:write"],
  [/\bmanage\b[^.]* cards/, "payments:write"],
  [/\b(view|manage)\b[^.]* domains/, "domains:read"],
  [/\b(view|manage)\b[^.]* mail/, "mail:read"],
  [/\b(view|edit)\b[^.]* contacts/, "contacts:read"],
  [/\bview\b[^.]* payments/, "payments:read"],
  [/\bview\b[^.]* webhooks/, "webhooks:read"],
  [/\bview\b[^.]* members/, "members:read"],
];
/** DNSSEC counts as a part of managing domains. */
const unsaid: readonly Right[] = ["dnssec:write"];

const { roleWords_owner, roleWords_admin, ...words } = messages.people;

describe("the description of a role", () => {
  it.each(["member", "billing", "read_only"] satisfies WorkspaceRole[])(
    "%s says what it may do, and no more",
    (role) => {
      const said = words[`roleWords_${role}`];
      const own = rightsOfRole[role];
      expect(claims.map(([claim, right]) => [right, claim.test(said)])).toEqual(
        claims.map(([, right]) => [right, own.has(right)]),
      );
      const described = claims.map(([, right]) => right).concat(unsaid);
      expect([...own].filter((right) => !described.includes(right))).toEqual([]);
      expect(said.includes("Can't change anything")).toBe(
        ![...own].some((right) => !right.endsWith(":read")),
      );
    },
  );

  it("promises full access to those who have every right", () => {
    const missing = (role: WorkspaceRole) => rights.filter((right) => !rightsOfRole[role].has(right));
    expect([roleWords_owner, missing("owner")]).toEqual([
      "Full access, including transferring ownership.",
      [],
    ]);
    expect([roleWords_admin, missing("admin")]).toEqual([
      "Full access except transferring ownership.",
      ["workspace:own"],
    ]);
  });

  it("says of a limit to some domains that they can be renewed, and no new ones bought", () => {
    const member = { role: "member", domainNames: ["one.com"] } as const;
    expect([hasRight(member, "domains:renew"), hasRight(member, "domains:buy")]).toEqual([true, false]);
    expect(words.someDomainsHint_member).toMatch(
      /renew these domains.*Can't register domains or transfer them in/,
    );
    const reader = { role: "read_only", domainNames: ["one.com"] } as const;
    expect(rights.filter((right) => hasRight(reader, right) && !right.endsWith(":read"))).toEqual([]);
    expect(words.someDomainsHint_read_only).toMatch(/^Can view these domains/);
  });
});
