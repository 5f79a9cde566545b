import type { DomainNotification } from "@zonepost/schema/panel";
import { expect, it } from "vitest";
import { noticeEmail } from "./notice-email.ts";

const expiresAt = "2026-12-14T10:00:00.000Z";
const at = "2026-12-07T11:00:00.000Z";
const notification = (change: Partial<DomainNotification> = {}): DomainNotification => ({
  id: "dnf_1",
  kind: "domain_expiring",
  occurredAt: at,
  windowDays: 7,
  expiresAt,
  scheduledFor: null,
  notSent: null,
  emails: [],
  ...change,
});
const email = (to: string | null) => ({ to, outcome: "sent", at }) as const;

it.each([
  ["emailed", { emails: [email("a@b.test"), email(null)] }, { state: "sent", to: ["a@b.test", null], at }],
  ["gathered", { scheduledFor: at }, { state: "scheduled", at }],
  ["no longer true", { notSent: "obsolete" }, { state: "obsolete" }],
  ["without a recipient", { notSent: "no_recipient" }, { state: "no_recipient" }],
  ["that waits for digests", { notSent: "digest" }, { state: "digest" }],
  ["of an earlier period", { expiresAt: "2025-12-14T10:00:00.000Z" }, { state: "webhooks" }],
  ["of another window", { windowDays: 15 }, { state: "webhooks" }],
  ["of another kind", { kind: "renewal_failed" }, { state: "webhooks" }],
] as [string, Partial<DomainNotification>, object][])("a notice %s", (_, change, expected) => {
  expect(noticeEmail(7, expiresAt, [notification(change)])).toEqual(expected);
});
