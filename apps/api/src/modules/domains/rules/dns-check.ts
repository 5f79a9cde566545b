import { checkIntervalsMs } from "@zonepost/schema";
import { hourMs, minuteMs } from "../../../kernel/durations.ts";
import type { ServerKeys } from "../dns-port.ts";

/** What a check has found; `busy` if nothing was asked, because too many checks were running. */
export type Found = {
  asked: number;
  answering: number;
  dnssec: "insecure" | "validates" | "breaks" | "unknown";
  isBusy: boolean;
};

export type CheckState = {
  hasAnswered: boolean;
  breaksSince: Date | null;
  silentSince: Date | null;
  isBroken: boolean;
  isSilent: boolean;
};

export const checkPeriodMs = Math.min(checkIntervalsMs.dnssec, checkIntervalsMs.nameservers);
/** A problem counts if it is found at two looks this far apart. */
const secondLookMs = 15 * minuteMs;
/** The first checks of domains that were there before are spread over this time. */
const firstChecksMs = hourMs;

const shareOf = (domainId: string): number => Number.parseInt(domainId.slice(-6), 16) / 0x1_00_00_00;

export const firstCheckAt = (domainId: string, now: Date): Date =>
  new Date(now.getTime() + Math.round(shareOf(domainId) * firstChecksMs));

export const foundAt = (servers: readonly { keys: ServerKeys }[], dnssec: Found["dnssec"]): Found => ({
  asked: servers.length,
  answering: servers.filter(({ keys }) => keys.kind === "answered").length,
  dnssec,
  isBusy: servers.some(({ keys }) => keys.kind === "away" && keys.reason === "busy"),
});

/** Nameservers that have never answered are no news: many domains are registered before they are used. */
export function stateAfter(before: CheckState, found: Found, now: Date): CheckState {
  const hasAnswered = before.hasAnswered || found.answering > 0;
  const breaks = found.dnssec === "breaks";
  const isSilentNow = found.asked > 0 && found.answering === 0 && before.hasAnswered;
  const breaksSince = breaks ? (before.breaksSince ?? now) : null;
  const silentSince = isSilentNow ? (before.silentSince ?? now) : null;
  const isConfirmed = (since: Date | null) =>
    since !== null && now.getTime() - since.getTime() >= secondLookMs;
  return {
    hasAnswered,
    breaksSince,
    silentSince,
    isBroken: isConfirmed(breaksSince),
    isSilent: isConfirmed(silentSince),
  };
}

type News = { problem: "dnssec" | "nameservers"; since: Date | null };

/** What people are told after a check: problems that were found twice, with their beginning, and those that are over. */
export function newsOf(before: CheckState, after: CheckState, found: Found): News[] {
  const news: News[] = [];
  if (after.isBroken !== before.isBroken && (after.isBroken || found.dnssec !== "unknown")) {
    news.push({ problem: "dnssec", since: after.isBroken ? after.breaksSince : null });
  }
  if (after.isSilent !== before.isSilent) {
    news.push({ problem: "nameservers", since: after.isSilent ? after.silentSince : null });
  }
  return news;
}

export function nextCheckOf({ breaksSince, silentSince }: CheckState, now: Date): Date {
  const hasProblem = breaksSince !== null || silentSince !== null;
  return new Date(now.getTime() + (hasProblem ? secondLookMs : checkPeriodMs));
}
