"use client";
import { useTranslations } from "next-intl";
import { useMomentText } from "@/ui/values/moment.tsx";
import classes from "./change.module.css";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTimestamp = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

/** One side of a change, or another detail, as text. */
function useValueWords() {
  const t = useTranslations("history");
  const writeDate = useMomentText();
  return function words(value: unknown): string[] {
    if (value === null || value === undefined) {
      return [t("nothing")];
    }
    if (Array.isArray(value)) {
      return value.length === 0 ? [t("nothing")] : value.flatMap(words);
    }
    if (typeof value === "boolean") {
      return [value ? t("on") : t("off")];
    }
    if (isTimestamp(value)) {
      return [writeDate(value, "date")];
    }
    if (isRecord(value)) {
      const { keyTag, algorithm, digestType, digest } = value;
      if (typeof keyTag === "number" && typeof algorithm === "number" && typeof digestType === "number") {
        return [`${keyTag} ${algorithm} ${digestType} ${String(digest)}`];
      }
      return Object.entries(value).map(([key, inner]) => `${key}: ${words(inner).join(", ")}`);
    }
    return [String(value)];
  };
}

export function Change({ details }: { details: Record<string, unknown> }) {
  const t = useTranslations("history");
  const words = useValueWords();
  if (!("from" in details) && !("to" in details)) {
    return null;
  }
  const side = (label: string, value: unknown) => (
    <>
      <dt>{label}</dt>
      <dd>
        {words(value).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </dd>
    </>
  );
  return (
    <dl className={classes.change}>
      {"from" in details ? side(t("from"), details.from) : null}
      {"to" in details ? side(t("to"), details.to) : null}
    </dl>
  );
}
