"use client";
import { IconKey, IconLinkOff, IconShieldCheck, IconShieldOff, IconWorld } from "@tabler/icons-react";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import classes from "./chain.module.css";

/** Parent zone, DS records, keys at the nameservers: how trust reaches the zone, and what that comes to in words. */
export function Chain(props: {
  unicodeName: string;
  tld: string;
  dsRecords: DsRecord[];
  nameservers: string[];
}) {
  const { unicodeName, tld, dsRecords, nameservers } = props;
  const t = useTranslations("dnssec");
  const isLinked = dsRecords.length > 0;
  return (
    <div className={classes.chain}>
      <ol className={classes.links} data-linked={isLinked || undefined}>
        <li className={classes.link}>
          <span className={classes.icon}>
            <IconWorld size={20} stroke={1.6} aria-hidden />
          </span>
          <b>{t("parent", { tld })}</b>
          <span>{t("parentWords")}</span>
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
          <span>{isLinked ? dsRecords.map((ds) => ds.keyTag).join(", ") : t("dsNone")}</span>
        </li>
        <li className={classes.link}>
          <span className={classes.icon}>
            <IconKey size={20} stroke={1.6} aria-hidden />
          </span>
          <b>{t("keysOf", { name: unicodeName })}</b>
          <span>{nameservers.length > 0 ? nameservers.join(", ") : t("noNameservers")}</span>
        </li>
      </ol>
      <p className={classes.verdict}>
        {isLinked ? (
          <IconShieldCheck size={20} aria-hidden className={classes.good} />
        ) : (
          <IconShieldOff size={20} aria-hidden />
        )}
        <span>
          <b>{isLinked ? t("verdictOn") : t("verdictOff")}</b>{" "}
          {isLinked ? t("verdictOnWords") : t("verdictOffWords")}
        </span>
      </p>
    </div>
  );
}
