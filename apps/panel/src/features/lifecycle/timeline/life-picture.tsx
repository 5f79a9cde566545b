"use client";
import type { TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import type { Domain } from "@/features/domains/domain.ts";
import { useNow } from "@/ui/clock.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import { phasesOfLife } from "./life.ts";
import classes from "./life-picture.module.css";

/** The life cycle of a domain, from registration to the day it becomes available, with a marker for today. */
export function LifePicture({ domain, offer }: { domain: Domain; offer: TldOffer }) {
  const t = useTranslations("domainLife");
  const write = useMomentText();
  const now = useNow();
  const phases = phasesOfLife({ ...domain, until: domain.explanation.until }, offer, now);
  const last = phases.at(-1);
  const renews = domain.status === "active" && domain.renewsAt !== null && domain.renewal?.state !== "failed";
  return (
    <>
      <ol className={classes.phases} aria-label={t("picture")}>
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
      {last ? (
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
