import type { DkimShown, MailDkimKey } from "@zonepost/schema";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import type { ServerRecords } from "../ports.ts";

/** Mail that was signed with a key is on its way for at most five days (RFC 5321 4.5.4.1). */
export const retiringDays = 7;
export const tellAfterDays = 7;
/** A host that hasn't reported for this long isn't waited for. By the wall clock. */
export const hostAwayMinutes = 5;

/** A string of a TXT record has at most 255 octets (RFC 1035 3.3). DKIM records are ASCII. */
const maxStringLength = 255;

export const stringsOf = (record: string): string[] =>
  record.match(new RegExp(`.{1,${maxStringLength}}`, "gs")) ?? [];

/** What a nameserver's answer means for a key (RFC 6376 3.6.1). Several records have no defined meaning. */
export function shownBy(nameserver: string, answer: ServerRecords, publicKey: string): DkimShown {
  if (answer.kind === "away") {
    return { nameserver, status: "unreachable", values: [] };
  }
  const { values } = answer;
  const [value] = values;
  if (value === undefined) {
    return { nameserver, status: "missing", values };
  }
  const isShown = values.length === 1 && verifiesWith(value, publicKey);
  return { nameserver, status: isShown ? "shown" : "wrong", values };
}

/** People publish a record with other spaces, and providers with the tags in another order. */
function verifiesWith(record: string, publicKey: string): boolean {
  const tags = new Map(
    record.split(";").map((tag) => {
      const [name = "", ...value] = tag.split("=");
      return [name.trim(), value.join("=").replace(/\s/g, "")];
    }),
  );
  const allows = (tag: string, wanted: string) =>
    (tags.get(tag) ?? wanted).split(":").some((one) => one === wanted || (tag === "s" && one === "*"));
  return (
    tags.get("p") === publicKey &&
    allows("v", "DKIM1") &&
    allows("k", "rsa") &&
    allows("h", "sha256") &&
    allows("s", "email")
  );
}

export const isShownEverywhere = (shown: readonly DkimShown[]): boolean =>
  shown.length > 0 && shown.every(({ status }) => status === "shown");

type KeyDates = {
  createdAt: Date;
  seenAt: Date | null;
  retiringAt: Date | null;
  toldAt: Date | null;
};

/** What is known when the stage of a key is looked at. */
export type Look = {
  shown: readonly DkimShown[];
  hosts: MailHosts;
  now: Date;
};

/** The mail hosts that reported lately, and how many of them hold the key. */
export type MailHosts = { live: number; holding: number };

export type NextStep =
  | { to: "active"; seenAt: Date }
  | { to: "pending"; seenAt: Date | null; nextCheckAt: Date; tellsOwners: boolean };

/**
 * A new key signs once every authoritative nameserver shows its record and every live mail host holds it. Without mail
 * hosts, there is no mail to sign.
 */
export function nextStepOfPending(key: KeyDates, { shown, hosts, now }: Look): NextStep {
  const seenAt = isShownEverywhere(shown) ? (key.seenAt ?? now) : null;
  if (seenAt && hosts.holding >= hosts.live) {
    return { to: "active", seenAt };
  }
  return {
    to: "pending",
    seenAt,
    nextCheckAt: nextCheckOf(seenAt ?? key.createdAt, now),
    tellsOwners: key.toldAt === null && now.getTime() - key.createdAt.getTime() >= tellAfterDays * dayMs,
  };
}

/** Often at first, then less and less. */
function nextCheckOf(waitsSince: Date, now: Date): Date {
  const waitedMs = now.getTime() - waitsSince.getTime();
  return new Date(now.getTime() + Math.min(Math.max(waitedMs / 4, minuteMs), 12 * hourMs));
}

export const retiresAt = (retiringAt: Date): Date => new Date(retiringAt.getTime() + retiringDays * dayMs);

export function waitsForOf({
  stage,
  seenAt,
}: Pick<MailDkimKey, "stage"> & { seenAt: Date | null }): MailDkimKey["waitsFor"] {
  if (stage === "pending") {
    return seenAt ? "mail_servers" : "record";
  }
  return stage === "retiring" ? "mail_on_its_way" : null;
}

export function hintOf(key: {
  stage: MailDkimKey["stage"];
  seenAt: Date | null;
  shown: readonly DkimShown[];
  checkedAt: Date | null;
}): string {
  const { stage, seenAt, shown, checkedAt } = key;
  switch (stage) {
    case "pending":
      return seenAt
        ? "All nameservers show the record. The key signs as soon as all mail servers hold it."
        : `${missingText(shown)} The key signs once all of the domain's nameservers show the record. Until then, the current key signs.`;
    case "active":
      if (checkedAt === null || isShownEverywhere(shown)) {
        return "This key signs outgoing mail. Keep its record published.";
      }
      return `${missingText(shown)} This key signs outgoing mail, and receivers can't verify it without the record.`;
    case "retiring":
      return "This key no longer signs. Keep its record published until mail on its way has arrived.";
    case "retired":
      return "This key is deleted. You can remove its record.";
  }
}

function missingText(shown: readonly DkimShown[]): string {
  const ofStatus = (status: DkimShown["status"]) =>
    shown.filter((one) => one.status === status).map(({ nameserver }) => nameserver);
  const texts: [DkimShown["status"], string][] = [
    ["missing", "Not shown yet by"],
    ["wrong", "Another record is shown by"],
    ["unreachable", "No answer from"],
  ];
  const parts = texts
    .filter(([status]) => ofStatus(status).length > 0)
    .map(([status, text]) => `${text} ${ofStatus(status).join(", ")}.`);
  return ["Publish the record.", ...parts].join(" ");
}
