"use client";
import type { AttentionItem } from "@zonepost/schema";
import { severityTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { TimeLeft } from "@/ui/values/moment.tsx";
import classes from "./attention.module.css";

/** An icon and a word, the subject, and one sentence. */
export function AttentionItemText({ item }: { item: AttentionItem }) {
  const t = useTranslations("attention");
  const { kind, severity, subject, explanation, until } = item;
  const isName = subject.type === "domain" || subject.type === "mail_domain";
  return (
    <div className={classes.text}>
      <div className={classes.first}>
        <StatusBadge tone={severityTones[severity]}>{t(`kind_${kind}`)}</StatusBadge>
        <strong>{isName ? toUnicodeName(subject.name) : subject.name}</strong>
        {until === null ? null : (
          <span className={classes.until}>
            <TimeLeft until={until} />
          </span>
        )}
      </div>
      <div className={classes.sentence}>{explanation.message}</div>
    </div>
  );
}
