import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  domainNotificationKinds,
  domainNotificationTopics,
  type NotificationChoice,
  notificationChoices,
  notificationTopics,
  type WorkspaceRole,
  workspaceRoles,
} from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { nextDigestAt } from "./digest-time.ts";
import {
  choiceOf,
  deliveryOf,
  type EmailKind,
  emailKinds,
  emailRuleOf,
  fixedTopicsOf,
  maySeeTopic,
  type NotificationChoices,
} from "./email-topics.ts";

const seat = (
  role: WorkspaceRole,
  choices: NotificationChoices = {},
  domainNames: string[] | null = null,
) => ({
  role,
  choices,
  domainNames,
});
const kindsOf = (topic: string): EmailKind[] =>
  emailKinds.filter((kind) => {
    const rule = emailRuleOf(kind);
    return "topic" in rule && rule.topic === topic;
  });
const withRule = (test: (rule: ReturnType<typeof emailRuleOf>) => boolean): EmailKind[] =>
  emailKinds.filter((kind) => test(emailRuleOf(kind)));

describe("the table of emails", () => {
  it("has every email that the product sends, and no other", async () => {
    const root = new URL("../../..", import.meta.url).pathname;
    const files = (await readdir(root, { recursive: true })).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
    const composed = texts.flatMap((text) =>
      [...text.matchAll(/composeEmail\(\s*"([a-z_]+)"/g)].map(([, kind]) => kind),
    );
    const ofDomains = [
      ...domainNotificationKinds,
      ...domainNotificationTopics.map((topic) => `${topic}_digest`),
    ];
    expect([...new Set([...composed, ...ofDomains])].toSorted()).toEqual(emailKinds.toSorted());
  });

  it("has emails of every topic", () => {
    expect(notificationTopics.filter((topic) => kindsOf(topic).length === 0)).toEqual([]);
  });

  it("lets no one turn off security notices, receipts, and owners not the expiry notices of registries", () => {
    const fixed: EmailKind[] = [
      "magic_link",
      "password_changed",
      "second_factor_changed",
      "security_change",
      "api_key_created",
      "receipt",
      "domain_expiring",
      "domain_expired",
    ];
    const choosable = fixed.filter((kind) => {
      const rule = emailRuleOf(kind);
      return "topic" in rule && !rule.ownersAtOnce;
    });
    expect(choosable).toEqual([]);
  });
});

describe.each(notificationTopics)("the topic %s", (topic) => {
  it.each(notificationChoices)("chosen as %s, is delivered so to a member who may see it", (choice) => {
    for (const kind of kindsOf(topic)) {
      expect([kind, deliveryOf(seat("admin", { [topic]: choice }), kind)]).toEqual([kind, choice]);
    }
  });

  it.each(notificationChoices)(
    "chosen as %s by an owner, doesn't change what owners always get",
    (choice) => {
      for (const kind of kindsOf(topic)) {
        const rule = emailRuleOf(kind);
        const isFixed = "topic" in rule && rule.ownersAtOnce === true;
        expect([kind, deliveryOf(seat("owner", { [topic]: choice }), kind)]).toEqual([
          kind,
          isFixed ? "at_once" : choice,
        ]);
      }
    },
  );

  it("isn't delivered to anyone who may not see it, whatever they chose before", () => {
    for (const role of workspaceRoles) {
      const chosen = seat(role, { [topic]: "at_once" });
      const delivered = new Set(kindsOf(topic).map((kind) => deliveryOf(chosen, kind)));
      expect([role, ...delivered]).toEqual([role, maySeeTopic(chosen, topic) ? "at_once" : "none"]);
    }
  });
});

it.each<[WorkspaceRole, NotificationChoice, NotificationChoice]>([
  ["owner", "at_once", "at_once"],
  ["admin", "none", "at_once"],
  ["member", "none", "none"],
  ["billing", "none", "at_once"],
  ["read_only", "none", "none"],
])("without a choice, the role %s gets mail's topic as %s and payments as %s", (role, mail, payments) => {
  expect([choiceOf(seat(role), "mail"), choiceOf(seat(role), "payments")]).toEqual([mail, payments]);
});

it("a member limited to some domains only gets emails about these", () => {
  const limited = seat("member", { mail: "at_once" }, ["a.com"]);
  expect(deliveryOf(limited, "mail_dns_broken", ["a.com"])).toBe("at_once");
  expect(deliveryOf(limited, "mail_dns_broken", ["b.com"])).toBe("none");
});

it("what can't be turned off goes to owners, to everyone who sees payments, or only to the one concerned", () => {
  const to = (role: WorkspaceRole, kinds: EmailKind[]) =>
    new Set(kinds.map((kind) => deliveryOf(seat(role), kind)));
  const owners = withRule((rule) => "always" in rule && rule.always === "owners");
  const payments = withRule((rule) => "always" in rule && rule.always === "payments");
  const others = withRule((rule) => "always" in rule && !["owners", "payments"].includes(rule.always));
  expect([to("owner", owners), to("admin", owners)]).toEqual([new Set(["at_once"]), new Set(["none"])]);
  expect([to("billing", payments), to("member", payments)]).toEqual([
    new Set(["at_once"]),
    new Set(["none"]),
  ]);
  expect([to("owner", others)]).toEqual([new Set(["none"])]);
});

it("owners can't choose about contacts, and others can choose everything", () => {
  expect([fixedTopicsOf(seat("owner")), fixedTopicsOf(seat("admin"))]).toEqual([["contacts"], []]);
});

it.each([
  ["2026-11-29T05:59:59.999Z", "2026-11-29T06:00:00.000Z"],
  ["2026-11-29T06:00:00.000Z", "2026-11-30T06:00:00.000Z"],
  ["2026-12-31T23:00:00.000Z", "2027-01-01T06:00:00.000Z"],
])("after %s, the next digest is at %s", (now, next) => {
  expect(nextDigestAt(new Date(now)).toISOString()).toBe(next);
});
