"use client";
import { useLocale, useTimeZone } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { Hint } from "@/ui/hint.tsx";
import classes from "./moment.module.css";
import { writeRelative } from "./relative-time.ts";

type Detail = "date" | "time" | "minute" | "second";

const formats: Record<Detail, Intl.DateTimeFormatOptions> = {
  date: { day: "numeric", month: "short", year: "numeric" },
  time: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false },
  minute: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    timeZoneName: "short",
  },
  second: { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false },
};

export function useMomentText() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return (iso: string, detail: Detail) => {
    const language = locale === "en" ? "en-GB" : locale;
    return new Intl.DateTimeFormat(language, { ...formats[detail], timeZone }).format(new Date(iso));
  };
}

/** The full date and time, with the zone. */
export function useFullMomentText() {
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return (iso: string) =>
    new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
      dateStyle: "full",
      timeStyle: "long",
      timeZone,
    }).format(new Date(iso));
}

/** A moment as date or time; the full date with seconds and zone shows on hover and focus. */
export function Moment({ at, detail = "date" }: { at: string; detail?: Detail }) {
  const text = useMomentText()(at, detail);
  const full = useFullMomentText()(at);
  return (
    <Hint label={full}>
      <time dateTime={at} style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
        {text}
      </time>
    </Hint>
  );
}

/** A moment relative to now: "in 12 days". */
export function RelativeMoment({ at }: { at: string }) {
  const locale = useLocale();
  const now = useNow();
  const full = useFullMomentText()(at);
  return (
    <Hint label={full}>
      <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
        {writeRelative(locale, now, new Date(at))}
      </time>
    </Hint>
  );
}

/** Both: the date, and the relative time below it (on a phone, next to it). */
export function DatedMoment({ at, detail = "date" }: { at: string; detail?: Detail }) {
  return (
    <span className={classes.dated}>
      <Moment at={at} detail={detail} />
      <span className={classes.distance}>
        <RelativeMoment at={at} />
      </span>
    </span>
  );
}
