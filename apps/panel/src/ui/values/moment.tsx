"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useNow, useWallNow } from "@/ui/clock.tsx";
import { Hint } from "@/ui/hint.tsx";
import classes from "./moment.module.css";
import { writeDistance, writeRelative } from "./relative-time.ts";

type Detail = "date" | "time" | "exactTime" | "minute" | "second" | "full" | "clock";

type DayDetail = "day" | "month" | "shortMonth";

const formats: Record<Detail | DayDetail, Intl.DateTimeFormatOptions> = {
  date: { day: "numeric", month: "short", year: "numeric" },
  time: {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    timeZoneName: "short",
  },
  exactTime: {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
    timeZoneName: "short",
  },
  minute: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    timeZoneName: "short",
  },
  second: {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
    timeZoneName: "short",
  },
  clock: { hour: "2-digit", minute: "2-digit", hour12: false, timeZoneName: "short" },
  day: { day: "numeric", month: "short" },
  month: { month: "long", year: "numeric" },
  shortMonth: { month: "short" },
  full: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
    timeZoneName: "short",
  },
};

const formatters = new Map<string, Intl.DateTimeFormat>();
// On the server, users choose the zone, and its name is valid in any case.
const mostFormatters = 200;

/** Formatters are reused, because creating one takes much longer than formatting. */
function formatterFor(locale: string, timeZone: string, detail: Detail | DayDetail): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${detail}`;
  const known = formatters.get(key);
  if (known) {
    return known;
  }
  const language = locale === "en" ? "en-GB" : locale;
  const made = new Intl.DateTimeFormat(language, { ...formats[detail], timeZone });
  if (formatters.size >= mostFormatters) {
    formatters.clear();
  }
  formatters.set(key, made);
  return made;
}

export function useMomentText() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return (iso: string, detail: Detail) => formatterFor(locale, timeZone, detail).format(new Date(iso));
}

/** A day of a statistic, such as "2026-01-31", without the year. It is the same day in every time zone. */
export function useDayText() {
  const locale = useLocale();
  return (day: string) => formatterFor(locale, "UTC", "day").format(new Date(`${day}T00:00:00Z`));
}

/** A month such as "2027-11", which is the same in every time zone: "November 2027". */
export function useMonthText() {
  const locale = useLocale();
  return (month: string, detail: "month" | "shortMonth" = "month") =>
    formatterFor(locale, "UTC", detail).format(new Date(`${month}-01T00:00:00Z`));
}

/** The full date and time, with the zone. */
export function useFullMomentText() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return (iso: string) => formatterFor(locale, timeZone, "full").format(new Date(iso));
}

/** A moment as date or, with its zone, as time; the full date with seconds and zone shows on hover and focus. */
export function Moment({ at, detail = "date" }: { at: string; detail?: Detail }) {
  const text = useMomentText()(at, detail);
  const writeFull = useFullMomentText();
  return (
    <Hint label={() => writeFull(at)}>
      <time dateTime={at} style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
        {text}
      </time>
    </Hint>
  );
}

type Relation = {
  /** For moments in real time. */
  isWall?: boolean | undefined;
  /** "just now" at the latest, because the server's clock can be ahead of the page's. */
  hasHappened?: boolean | undefined;
};

export function useRelativeText({ isWall = false, hasHappened = false }: Relation = {}) {
  const locale = useLocale();
  const [business, wall] = [useNow(), useWallNow()];
  const now = isWall ? wall : business;
  return (iso: string) => writeRelative(locale, now, new Date(iso), hasHappened);
}

/** Until a moment, such as "12 days left"; nothing once it has passed. */
export function TimeLeft({ until }: { until: string }) {
  const locale = useLocale();
  const t = useTranslations("ui");
  const now = useNow();
  const writeFull = useFullMomentText();
  const end = new Date(until);
  return end <= now ? null : (
    <Hint label={() => writeFull(until)}>
      <time dateTime={until}>{t("timeLeft", { time: writeDistance(locale, now, end) })}</time>
    </Hint>
  );
}

/** A moment relative to now: "in 12 days". */
export function RelativeMoment({ at, isWall, hasHappened }: { at: string } & Relation) {
  const write = useRelativeText({ isWall, hasHappened });
  const writeFull = useFullMomentText();
  return (
    <Hint label={() => writeFull(at)}>
      <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
        {write(at)}
      </time>
    </Hint>
  );
}

/** Both: the date, and the relative time next to it, or below it in a narrow place. */
export function DatedMoment(props: { at: string; detail?: Detail; hasHappened?: boolean }) {
  const { at, detail = "date", hasHappened } = props;
  return (
    <span className={classes.dated}>
      <Moment at={at} detail={detail} />
      <span className={classes.distance}>
        <RelativeMoment at={at} hasHappened={hasHappened} />
      </span>
    </span>
  );
}
