import { attentionKinds } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { arrangeItems, type Choice, compare, isHiddenBy } from "./arrange-items.ts";
import type { Single } from "./describe-concern.ts";

const now = new Date("2027-05-01T12:00:00Z");
const day = (date: string) => `2027-05-${date}T00:00:00.000Z`;

const item = (over: Partial<Single> & { name?: string } = {}): Single => {
  const { name = "a.com", ...rest } = over;
  const kind = rest.kind ?? "renewal_failed";
  return {
    id: `${kind}~${name}`,
    kind,
    severity: "critical",
    subject: { type: "domain", id: name, name },
    since: "2027-04-20T00:00:00.000Z",
    until: day("20"),
    action: { code: "renew", href: "/" },
    explanation: { code: kind, message: "A sentence." },
    ...rest,
  };
};

const muted = (over: Partial<Choice> = {}): Choice => ({
  kind: "renewal_failed",
  subjectId: "a.com",
  snoozedUntil: null,
  mutedAt: new Date("2027-04-25T00:00:00Z"),
  severity: "critical",
  until: new Date(day("20")),
  madeAt: new Date("2027-04-25T00:00:00Z"),
  ...over,
});

describe("a choice hides an item", () => {
  it.each([
    ["as it was", muted(), item(), true],
    ["that began later", muted(), item({ since: "2027-04-26T00:00:00.000Z" }), false],
    ["that has become critical", muted({ severity: "warning" }), item(), false],
    ["that is less bad now", muted(), item({ severity: "warning" }), true],
    ["critical, whose deadline came nearer", muted(), item({ until: day("19") }), false],
    ["critical, whose deadline moved away", muted(), item({ until: day("21") }), true],
    ["critical, which has got a deadline", muted({ until: null }), item(), false],
    [
      "of a warning whose deadline came nearer",
      muted({ severity: "warning" }),
      item({ severity: "warning", until: day("19") }),
      true,
    ],
    [
      "until the snooze ends",
      muted({ mutedAt: null, snoozedUntil: new Date("2027-05-01T12:00:01Z") }),
      item(),
      true,
    ],
    ["no longer then", muted({ mutedAt: null, snoozedUntil: now }), item(), false],
    ["taken back", muted({ mutedAt: null }), item(), false],
  ] as const)("%s", (_what, choice, given, hides) => {
    expect(isHiddenBy(choice, given, now)).toBe(hides);
  });
});

describe("the order", () => {
  it.each([
    ["severity", item({ kind: "dkim_waiting" }), item({ severity: "warning" })],
    ["kind", item({ kind: "domain_expired" }), item()],
    ["nearest deadline", item({ until: day("02") }), item()],
    ["a deadline before none", item(), item({ until: null })],
    ["longest wait", item({ since: "2027-04-01T00:00:00.000Z" }), item()],
    ["name", item(), item({ name: "b.com" })],
  ])("is by %s", (_what, first, second) => {
    expect([second, first].toSorted(compare)).toEqual([first, second]);
    expect([first, second].toSorted(compare)).toEqual([first, second]);
  });
});

describe("grouping", () => {
  const many = (count: number, over: Partial<Single> = {}) =>
    Array.from({ length: count }, (_, index) => item({ ...over, name: `${index}.com` }));

  it.each([
    [5, 5],
    [6, 1],
  ])("%i of a kind are %i items", (count, items) => {
    expect(arrangeItems(many(count), [], { now })).toHaveLength(items);
  });

  it("takes the worst severity, the first beginning and the nearest deadline", () => {
    const items = [
      ...many(6, { severity: "warning" }),
      item({ name: "worst.com", until: day("03") }),
      item({ name: "first.com", severity: "warning", since: "2027-03-01T00:00:00.000Z" }),
    ];
    expect(arrangeItems(items, [], { now })).toMatchObject([
      {
        id: "renewal_failed",
        severity: "critical",
        count: 8,
        since: "2027-03-01T00:00:00.000Z",
        until: day("03"),
        explanation: { message: expect.stringMatching(/worst\.com, .+ and 5 more\.$/) },
      },
    ]);
  });

  it("counts open and snoozed ones apart, and gives their groups different IDs", () => {
    const snoozedUntil = new Date(day("08"));
    const choices = many(6).map(({ subject }) =>
      muted({ subjectId: subject.id, mutedAt: null, snoozedUntil }),
    );
    const items = [...many(6), ...many(12).slice(6)];
    expect(arrangeItems(items, choices, { now })).toMatchObject([
      { id: "renewal_failed", count: 6, snoozedUntil: null },
      { id: "renewal_failed~snoozed", count: 6, snoozedUntil: snoozedUntil.toISOString() },
    ]);
  });

  it.each(attentionKinds)("has words and a place for %s", (kind) => {
    const [group] = arrangeItems(many(6, { kind }), [], { now });
    expect(group?.subject.name).toMatch(/^6 [a-z]/);
    expect(group?.action.href).toMatch(/^\//);
    expect(group?.explanation.message).toMatch(/^[A-Z].+: 0\.com, 1\.com, 2\.com and 3 more\.$/);
  });
});
