"use client";
import { Button } from "@mantine/core";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { algorithmLabel, digestTypeLabel } from "@/features/dnssec/ds-names.ts";
import { Facts } from "@/ui/frame/surface.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import classes from "./ds-card.module.css";

export function DsCard({ name, ds, onRemove }: { name: string; ds: DsRecord; onRemove?: () => void }) {
  const t = useTranslations("dnssec");
  const line = `${name}. IN DS ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}`;
  return (
    <li className={classes.card}>
      <Facts
        facts={[
          { name: t("keyTag"), value: <Mono label={t("keyTag")}>{String(ds.keyTag)}</Mono> },
          { name: t("algorithm"), wide: true, value: algorithmLabel(ds.algorithm) },
          { name: t("digestType"), value: digestTypeLabel(ds.digestType) },
        ]}
      />
      <dl className={classes.digest}>
        <dt>{t("digest")}</dt>
        <dd>
          <Mono label={t("digest")}>{ds.digest}</Mono>
        </dd>
      </dl>
      <div className={classes.actions}>
        <CopyButton value={line} label={t("recordLine")} text={t("copyRecord")} />
        {onRemove ? (
          <Button
            variant="subtle"
            color="red"
            c="var(--zp-bad)"
            onClick={onRemove}
            aria-label={t("removeKey", { keyTag: ds.keyTag })}
          >
            {t("remove")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
