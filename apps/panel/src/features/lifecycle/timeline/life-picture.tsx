"use client";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import type { Domain } from "@/features/domains/domain.ts";
import { useNow } from "@/ui/clock.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import { phasesOfLife } from "./life.ts";
import classes from "./life-picture.module.css";

/** The life cycle of a domain, from its paid period to the day it becomes available, with a marker for today. */
export function LifePicture(props: {
  domain: Domain;
  periods: Parameters<typeof phasesOfLife>[1];
  urgency: string | undefined;
  /** The expiry notices, as shares of the paid period. */
  marks: readonly number[];
}) {
  const { domain, periods, urgency, marks } = props;
  const t = useTranslations("domainLife");
  const write = useMomentText();
  const now = useNow();
  const phases = phasesOfLife({ ...domain, until: domain.explanation.until }, periods, now);
  const last = phases.at(-1);
  const renews = domain.status === "active" && domain.renewsAt !== null && domain.renewal?.state !== "failed";
  return (
    <>
      <ol className={classes.phases} data-urgency={urgency} aria-label={t("picture")}>
        {phases.map(({ phase, from, until, state, share }) => (
          <li
            key={phase}
            className={classes.phase}
            data-phase={phase}
            data-state={state}
            aria-current={state === "now" ? "step" : undefined}
            style={{ "--share": share } as CSSProperties}
          >
            <div className={classes.bar} aria-hidden>
              <span className={classes.passed} />
              {phase === "paid"
                ? marks.map((mark) => (
                    <span key={mark} className={classes.mark} style={{ "--at": mark } as CSSProperties} />
                  ))
                : null}
              {state === "now" ? (
                <span
                  className={classes.today}
                  data-edge={share < 0.15 ? "start" : share > 0.85 ? "end" : undefined}
                >
                  <span>{t("today")}</span>
                </span>
              ) : null}
            </div>
            <span className={classes.name}>
              {t(`phase_${phase}`)}
              {state === "now" ? <span className={classes.here}> · {t("today")}</span> : null}
            </span>
            <span className={classes.words}>
              <Moment at={from} /> – <Moment at={until} />
            </span>
            <span className={classes.words}>{t(`words_${phase}`)}</span>
          </li>
        ))}
      </ol>
      {last && last.phase !== "paid" ? (
        <p className={classes.free}>
          {renews && domain.renewsAt
            ? t("startsAgain", { date: write(domain.renewsAt, "date") })
            : t(domain.renewal?.state === "failed" ? "triedAgain" : "freeFrom", {
                date: write(last.until, "date"),
              })}
        </p>
      ) : null}
    </>
  );
}
