"use client";
import { Button } from "@mantine/core";
import { IconKey, IconLinkOff, IconShieldCheck, IconShieldOff, IconWorld } from "@tabler/icons-react";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./chain.module.css";
import { useKeysCheck } from "./use-keys-check.ts";

/**
 * The chain of trust: parent zone, DS records, the nameservers' keys, and a summary. The keys are unknown until the
 * nameservers have responded.
 */
export function Chain(props: {
  name: string;
  unicodeName: string;
  tld: string;
  dsRecords: DsRecord[];
  nameservers: string[];
}) {
  const { name, unicodeName, tld, dsRecords, nameservers } = props;
  const t = useTranslations("dnssec");
  const isLinked = dsRecords.length > 0;
  // The result only applies to these records and nameservers.
  const present = JSON.stringify([dsRecords, nameservers]);
  const [openedFor, setAsked] = useState<string>();
  const isAsked = isLinked && openedFor === present;
  const check = useKeysCheck(name, isAsked);
  const keys = !isAsked
    ? "unchecked"
    : check.isFetching
      ? "asking"
      : check.isError
        ? "failed"
        : (check.data?.outcome ?? "asking");
  const complaints =
    keys === "breaks" || keys === "unknown"
      ? (check.data?.servers.filter(({ outcome }) => outcome !== "validates") ?? [])
      : [];
  return (
    <div className={classes.chain}>
      <ol className={classes.links} data-linked={isLinked || undefined}>
        <li className={classes.link}>
          <span className={classes.icon}>
            <IconWorld size={20} stroke={1.6} aria-hidden />
          </span>
          <b>{t("parent", { tld })}</b>
          <span className={classes.words}>{t("parentWords")}</span>
        </li>
        <li className={classes.link} data-missing={!isLinked || undefined}>
          <span className={classes.icon}>
            {isLinked ? (
              <IconShieldCheck size={20} stroke={1.6} aria-hidden />
            ) : (
              <IconLinkOff size={20} stroke={1.6} aria-hidden />
            )}
          </span>
          <b>{t("dsCount", { count: dsRecords.length })}</b>
          <span className={classes.words}>
            {isLinked ? dsRecords.map((ds) => ds.keyTag).join(", ") : t("dsNone")}
          </span>
        </li>
        <li className={classes.link} data-keys={keys}>
          <span className={classes.icon}>
            <IconKey size={20} stroke={1.6} aria-hidden />
          </span>
          <b>{t("keysOf", { name: unicodeName })}</b>
          <span className={classes.words}>
            {nameservers.length > 0 ? nameservers.join(", ") : t("noNameservers")}
          </span>
          {isLinked ? (
            <span className={classes.found} role="status">
              {t(`keys_${keys}`)}
            </span>
          ) : null}
        </li>
      </ol>
      <div className={classes.verdict}>
        {isLinked ? (
          <IconShieldCheck size={20} aria-hidden className={classes.shield} data-keys={keys} />
        ) : (
          <IconShieldOff size={20} aria-hidden className={classes.shield} />
        )}
        <div className={classes.said}>
          <p>
            <b>{isLinked ? t("verdictOn") : t("verdictOff")}</b>{" "}
            {isLinked ? t("verdictOnWords") : t("verdictOffWords")}
          </p>
          {complaints.map(({ nameserver, message }) => (
            <p key={nameserver}>{message}</p>
          ))}
        </div>
        {isLinked && nameservers.length > 0 ? (
          <Button
            variant="default"
            size="xs"
            aria-disabled={keys === "asking" || undefined}
            aria-busy={keys === "asking" || undefined}
            data-disabled={keys === "asking" || undefined}
            onClick={() => {
              if (keys === "asking") {
                return;
              }
              if (isAsked) {
                void check.refetch();
              } else {
                setAsked(present);
              }
            }}
          >
            {t("checkKeys")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
