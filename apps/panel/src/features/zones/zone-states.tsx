"use client";
import type { Zone, ZonePublication, ZoneServerState } from "@zonepost/schema";
import {
  checkedState,
  checkIntervalsMs,
  type ZoneDelegationLabel,
  type ZoneServerLabel,
  zoneDelegationStateTable,
  zonePublicationStates,
  zoneServerStates,
  zoneStateTable,
} from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

function delegationLabelOf({ state, checkedAt }: Zone["delegation"], now: Date): ZoneDelegationLabel {
  if (state === null) {
    return checkedAt === null ? "unchecked" : "unknown";
  }
  return checkedState(state, { intervalMs: checkIntervalsMs.nameservers, checkedAt, now });
}

/** Which nameservers the parent zone names, by the latest check. */
export function DelegationBadge({ delegation }: { delegation: Zone["delegation"] }) {
  const t = useTranslations("zones");
  const state = delegationLabelOf(delegation, useNow());
  return <StatusBadge tone={zoneDelegationStateTable[state].tone}>{t(`delegation_${state}`)}</StatusBadge>;
}

export function PublicationBadge({ state }: { state: ZonePublication["state"] }) {
  const t = useTranslations("zones");
  return <StatusBadge tone={zonePublicationStates[state].tone}>{t(`publication_${state}`)}</StatusBadge>;
}

/** A zone that can't be changed anymore says so first. */
export function ZoneBadge({
  zone,
}: {
  zone: Pick<Zone, "state"> & { publication: ZonePublication["state"] };
}) {
  const t = useTranslations("zones");
  return zone.state === "ending" ? (
    <StatusBadge tone={zoneStateTable.ending.tone}>{t("state_ending")}</StatusBadge>
  ) : (
    <PublicationBadge state={zone.publication} />
  );
}

/** What one nameserver has, as it last answered. */
function serverLabelOf(server: ZoneServerState, wanted: number): ZoneServerLabel {
  if (server.checkedAt === null) {
    return "unchecked";
  }
  if (server.problem !== null) {
    return server.problem === "away" ? "unknown" : "not_served";
  }
  return (server.version ?? 0) >= wanted ? "current" : "behind";
}

export function ServerBadge({ server, wanted }: { server: ZoneServerState; wanted: number }) {
  const t = useTranslations("zones");
  const state = serverLabelOf(server, wanted);
  return <StatusBadge tone={zoneServerStates[state].tone}>{t(`server_${state}`)}</StatusBadge>;
}
