import type { MailDnsRecord, MailRecordHealth } from "@zonepost/schema";
import { hourMs, minuteMs } from "../../../../kernel/durations.ts";

export type Health = Record<string, MailRecordHealth>;

/** A record counts as broken only if it failed at two looks this far apart. */
const secondLookMs = 15 * minuteMs;
const checkPeriodMs = 6 * hourMs;
const maxJitterMs = hourMs;

const keyOf = ({ purpose, type, name, expected }: MailDnsRecord): string =>
  // A domain has several MX records of one name.
  type === "MX" ? `${purpose} ${expected}` : `${purpose} ${type} ${name}`;

const isFailing = ({ status, severity }: MailDnsRecord): boolean =>
  status !== "ok" && status !== "unknown" && severity !== "note";

/** Compares a check with what worked before. The owners are told about `broken` and `fixed`, once each. */
export function healthAfter(
  before: Health,
  records: readonly MailDnsRecord[],
  now: Date,
): { health: Health; broken: MailDnsRecord[]; fixed: MailDnsRecord[]; isSuspicious: boolean } {
  const health: Health = {};
  const broken: MailDnsRecord[] = [];
  const fixed: MailDnsRecord[] = [];
  const startingAs = (state: MailRecordHealth["state"]): MailRecordHealth => ({
    state,
    since: now.toISOString(),
  });
  for (const record of records) {
    const key = keyOf(record);
    const earlier = before[key];
    if (record.status === "ok") {
      health[key] = earlier?.state === "working" ? earlier : startingAs("working");
      if (earlier?.state === "broken") {
        fixed.push(record);
      }
    } else if (earlier && !isFailing(record)) {
      // Nothing is known about it, or it is optional.
      health[key] = earlier;
    } else if (earlier?.state === "working") {
      health[key] = startingAs("suspect");
    } else if (earlier?.state === "suspect" && now.getTime() - Date.parse(earlier.since) >= secondLookMs) {
      health[key] = startingAs("broken");
      broken.push(record);
    } else if (earlier) {
      health[key] = earlier;
    }
  }
  const isSuspicious = Object.values(health).some(({ state }) => state === "suspect");
  return { health, broken, fixed, isSuspicious };
}

/** Spread by the domain's ID, so that domains activated together aren't checked together for good. */
export function nextCheckOf(mailDomainId: string, isSuspicious: boolean, now: Date): Date {
  const share = Number.parseInt(mailDomainId.slice(-6), 16) / 0x1_00_00_00;
  const waitMs = isSuspicious ? secondLookMs : checkPeriodMs - maxJitterMs / 2 + share * maxJitterMs;
  return new Date(now.getTime() + Math.round(waitMs));
}

/** People need a while to publish the records; a visit of the DNS page checks at once. */
export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + secondLookMs);
