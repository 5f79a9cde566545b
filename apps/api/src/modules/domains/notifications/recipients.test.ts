import type { NotificationChoice, WorkspaceRole } from "@zonepost/schema";
import { expect, it } from "vitest";
import { deliveryOfNotified, reasonOf } from "./recipients.ts";

const failedCharge = {
  kind: "renewal_failed" as const,
  details: { isPayment: true },
  domainName: "a.com",
};
const refused = { ...failedCharge, details: { isPayment: false } };
const notice = { kind: "domain_expiring" as const, details: {}, domainName: "a.com" };

it.each<[WorkspaceRole, NotificationChoice, NotificationChoice, NotificationChoice, NotificationChoice]>([
  ["owner", "digest", "none", "digest", "digest"],
  ["owner", "none", "at_once", "at_once", "none"],
  ["owner", "none", "none", "none", "none"],
  ["billing", "none", "digest", "digest", "none"],
  ["billing", "at_once", "none", "at_once", "at_once"],
  ["admin", "digest", "at_once", "at_once", "digest"],
  ["member", "none", "at_once", "none", "none"],
])(
  "the role %s with expiry %s and payments %s gets a failed charge as %s, and one that the registry refused as %s",
  (role, expiry, payments, ofCharge, ofRefusal) => {
    const seat = { role, domainNames: null, choices: { expiry, payments } };
    expect([deliveryOfNotified(seat, failedCharge), deliveryOfNotified(seat, refused)]).toEqual([
      ofCharge,
      ofRefusal,
    ]);
  },
);

it.each<[WorkspaceRole, NotificationChoice]>([
  ["owner", "at_once"],
  ["admin", "none"],
])("with no topic chosen, the role %s gets an expiry notice as %s", (role, delivery) => {
  const seat = { role, domainNames: null, choices: { expiry: "none" as const, payments: "none" as const } };
  expect(deliveryOfNotified(seat, notice)).toBe(delivery);
});

it("an email says why a person gets it", () => {
  const seat = (role: WorkspaceRole, expiry: NotificationChoice) => ({
    role,
    domainNames: null,
    choices: { expiry },
  });
  expect(
    [seat("owner", "none"), seat("billing", "at_once"), seat("billing", "none")].map((each) =>
      reasonOf(each, [failedCharge]),
    ),
  ).toEqual(["owner", "chosen", "payments"]);
});
