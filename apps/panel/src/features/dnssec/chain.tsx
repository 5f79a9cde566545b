"use client";
import { Button } from "@mantine/core";
import {
  IconKey,
  IconLinkOff,
  IconShieldCheck,
  IconShieldOff,
  IconShieldQuestion,
  IconShieldX,
  IconWorld,
} from "@tabler/icons-react";
import type { DsRecord } from "@zonepost/schema";
import type { DomainDnsCheck } from "@zonepost/schema/panel";
import { dnssecStateOf } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { CheckedAt } from "@/features/domains/dns-states.tsx";
import { useNow } from "@/ui/clock.tsx";
import classes from "./chain.module.css";
import { useKeysCheck } from "./use-keys-check.ts";
import { type DnssecVerdict, dnssecTone, dnssecVerdictOf, type KeysState, wasRefused } from "./verdict.ts";

const shields: Record<DnssecVerdict, typeof IconShieldCheck> = {
  validates: IconShieldCheck,
  breaks: IconShieldX,
  unknown: IconShieldQuestion,
  checking: IconShieldQuestion,
  unchecked: IconShieldQuestion,
  insecure: IconShieldOff,
};

/**
 * The chain of trust: parent zone, DS records, the nameservers' keys, and a verdict. It is green only if the nameservers'
 * answers validate.
 */
export function Chain(props: {
  name: string;
  unicodeName: string;
  tld: string;
  dsRecords: DsRecord[];
  nameservers: string[];
  dnsCheck: DomainDnsCheck | null;
}) {
  const { name, unicodeName, tld, dsRecords, nameservers, dnsCheck } = props;
  const t = useTranslations("dnssec");
  const states = useTranslations("dnsStates");
  const isLinked = dsRecords.length > 0;
  const check = useKeysCheck(name, { dsRecords, nameservers });
  const keys: KeysState = !isLinked
    ? "unchecked"
    : check.isFetching
      ? "asking"
      : check.isError || (check.data && wasRefused(check.data))
        ? "failed"
        : (check.data?.outcome ?? "unchecked");
  const verdict = dnssecVerdictOf({ stored: dnssecStateOf(isLinked, dnsCheck, useNow()), keys });
  const Shield = shields[verdict];
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
          {isLinked ? <span className={classes.found}>{t(`keys_${keys}`)}</span> : null}
        </li>
      </ol>
      <div className={classes.verdict}>
        <Shield size={20} aria-hidden className={classes.shield} data-tone={dnssecTone(verdict)} />
        <div className={classes.said}>
          <p role="status">
            <b>{verdict === "checking" ? t("checking") : states(`dnssec_${verdict}`)}.</b>{" "}
            {t(`verdictWords_${verdict}`)}
          </p>
          {complaints.map(({ nameserver, message }) => (
            <p key={nameserver}>{message}</p>
          ))}
          {isLinked && keys !== "asking" ? <CheckedAt check={dnsCheck} /> : null}
        </div>
        {isLinked && nameservers.length > 0 ? (
          <Button
            variant="default"
            size="xs"
            aria-disabled={keys === "asking" || undefined}
            aria-busy={keys === "asking" || undefined}
            data-disabled={keys === "asking" || undefined}
            onClick={() => {
              if (keys !== "asking") {
                void check.refetch();
              }
            }}
          >
            {t("checkAgain")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
