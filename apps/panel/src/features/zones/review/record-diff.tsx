"use client";
import { Button, Text } from "@mantine/core";
import type { RecordDifference, RecordWarning } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTtlText } from "../records/use-ttl-text.ts";
import classes from "./record-diff.module.css";

const shownAtOnce = 50;

/** What becomes of each record set: the values that go and come, and the warnings about them. */
export function RecordDiff(props: {
  diff: readonly RecordDifference[];
  warnings?: readonly RecordWarning[];
  /** Next to the name of a record set. */
  note?: (difference: RecordDifference) => ReactNode;
}) {
  const { diff, warnings = [], note } = props;
  const t = useTranslations("zoneRecords");
  const [shown, setShown] = useState(shownAtOnce);
  if (diff.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("noDifference")}
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={500} mb={8} role="status">
        {t("diffCounts", {
          added: diff.filter(({ before }) => before === null).length,
          changed: diff.filter(({ before, after }) => before !== null && after !== null).length,
          deleted: diff.filter(({ after }) => after === null).length,
        })}
      </Text>
      <ul className={classes.diff} aria-label={t("differences")}>
        {diff.slice(0, shown).map((difference) => (
          <li key={`${difference.name} ${difference.type}`} className={classes.set}>
            <Difference difference={difference}>{note?.(difference)}</Difference>
            {warnings
              .filter(({ name, type }) => name === difference.name && type === difference.type)
              .map(({ code, message }) => (
                <p key={`${code} ${message}`} className={classes.warning}>
                  {message}
                </p>
              ))}
          </li>
        ))}
      </ul>
      {diff.length > shown ? (
        <Button variant="default" size="xs" mt="xs" onClick={() => setShown(shown + 10 * shownAtOnce)}>
          {t("showMore", { count: Math.min(diff.length - shown, 10 * shownAtOnce) })}
        </Button>
      ) : null}
    </div>
  );
}

function Difference({ difference, children }: { difference: RecordDifference; children: ReactNode }) {
  const { name, type, before, after } = difference;
  const t = useTranslations("zoneRecords");
  const ttlText = useTtlText();
  const state = before === null ? "added" : after === null ? "deleted" : "changed";
  const gone = before?.values.filter((value) => !after?.values.includes(value)) ?? [];
  const come = after?.values.filter((value) => !before?.values.includes(value)) ?? [];
  const facts = [
    { label: t("ttl"), from: before && ttlText(before.ttl), to: after && ttlText(after.ttl) },
    { label: t("comment"), from: before?.comment, to: after?.comment },
    { label: t("tags"), from: before?.tags.join(", "), to: after?.tags.join(", ") },
  ];
  return (
    <>
      <div className={classes.head}>
        <code>
          {toUnicodeName(name)} {type}
        </code>
        <span className={classes.state} data-state={state}>
          {t(`state_${state}`)}
        </span>
        {children}
      </div>
      {gone.map((value) => (
        <del key={value} className={classes.gone}>
          {value}
        </del>
      ))}
      {come.map((value) => (
        <ins key={value} className={classes.come}>
          {value}
        </ins>
      ))}
      {before && after
        ? facts
            .filter(({ from, to }) => (from || "") !== (to || ""))
            .map(({ label, from, to }) => (
              <span key={label} className={classes.fact}>
                {t("fromTo", { label, from: from || "–", to: to || "–" })}
              </span>
            ))
        : null}
    </>
  );
}
