"use client";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { algorithmLabel, digestTypeLabel } from "@/features/dnssec/ds-names.ts";
import classes from "./add-ds-form.module.css";

export function DsUnderstood({ title, from, ds }: { title: string; from?: string; ds: DsRecord }) {
  const t = useTranslations("dnssec");
  return (
    <dl className={classes.understood} aria-label={title}>
      <dt>{title}</dt>
      <dd>{from ?? t("fromDs")}</dd>
      <dt>{t("keyTag")}</dt>
      <dd>{ds.keyTag}</dd>
      <dt>{t("algorithm")}</dt>
      <dd>{algorithmLabel(ds.algorithm)}</dd>
      <dt>{t("digestType")}</dt>
      <dd>{digestTypeLabel(ds.digestType)}</dd>
      <dt>{t("digest")}</dt>
      <dd>
        <code>{ds.digest}</code>
      </dd>
    </dl>
  );
}
