"use client";
import { Text } from "@mantine/core";
import type { DomainDnsCheck } from "@zonepost/schema/panel";
import { delegationStateOf, delegationStates, dnssecStateOf, dnssecStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";
import { Moment, useRelativeText } from "@/ui/values/moment.tsx";

/** The chain of trust by the latest check. */
export function DnssecBadge(props: { hasDsRecords: boolean; check: DomainDnsCheck | null }) {
  const t = useTranslations("dnsStates");
  const state = dnssecStateOf(props.hasDsRecords, props.check, useNow());
  return <StatusBadge tone={dnssecStates[state].tone}>{t(`dnssec_${state}`)}</StatusBadge>;
}

/** All nameservers together, by the latest check. */
export function DelegationBadge(props: {
  hasNameservers: boolean;
  check: Omit<DomainDnsCheck, "dnssec"> | null;
}) {
  const { hasNameservers, check } = props;
  const t = useTranslations("dnsStates");
  const state = delegationStateOf(hasNameservers, check, useNow());
  return (
    <StatusBadge tone={delegationStates[state].tone}>
      {t(`delegation_${state}`)}
      {state === "some" && check
        ? ` (${t("answering", { answering: check.answering, asked: check.asked })})`
        : null}
    </StatusBadge>
  );
}

export function CheckedAt({ check }: { check: Pick<DomainDnsCheck, "checkedAt"> | null }) {
  const t = useTranslations("dnsStates");
  return check?.checkedAt ? (
    <Text size="xs" c="dimmed">
      {t.rich("checkedAt", { when: () => <Moment at={check.checkedAt ?? ""} detail="time" /> })}
    </Text>
  ) : null;
}

const urgency: Record<Tone, number> = { bad: 0, warn: 1, waiting: 2, info: 3, good: 4, off: 5 };

/** For a row of a list: the worse of both, and when that was found. */
export function DnsBadge(props: { hasDsRecords: boolean; check: DomainDnsCheck | null }) {
  const { hasDsRecords, check } = props;
  const t = useTranslations("dnsStates");
  const now = useNow();
  const writeRelative = useRelativeText({ hasHappened: true });
  const dnssec = dnssecStateOf(hasDsRecords, check, now);
  const delegation = delegationStateOf(!check?.checkedAt || check.asked > 0, check, now);
  const isDnssecWorse =
    urgency[dnssecStates[dnssec].tone] <= urgency[delegationStates[delegation].tone] && dnssec !== "insecure";
  return (
    <span title={check?.checkedAt ? t("checked", { when: writeRelative(check.checkedAt) }) : undefined}>
      {isDnssecWorse ? (
        <StatusBadge tone={dnssecStates[dnssec].tone}>{t(`dnssec_${dnssec}`)}</StatusBadge>
      ) : (
        <StatusBadge tone={delegationStates[delegation].tone}>{t(`delegation_${delegation}`)}</StatusBadge>
      )}
    </span>
  );
}
