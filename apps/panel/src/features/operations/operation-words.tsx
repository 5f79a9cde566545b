"use client";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";

const tones: Record<DomainOperation["state"], Tone> = {
  pending: "waiting",
  action_required: "warn",
  succeeded: "good",
  failed: "bad",
};

/** Only a transfer away waits for the workspace itself; what else waits does so for somebody elsewhere. */
export const waitsForYou = ({ kind, state }: DomainOperation) =>
  kind === "transfer_out" && state === "action_required";

/** Ended without effect because somebody wanted it so: that is no failure. */
export const isCalledOff = ({ kind, state, reason }: DomainOperation) =>
  state === "failed" && (kind === "transfer_out" || reason?.code === "transfer_cancelled");

export const isUnderWay = ({ finishedAt }: DomainOperation) => finishedAt === null;

export function OperationState({ operation }: { operation: DomainOperation }) {
  const t = useTranslations("operations");
  const { state } = operation;
  if (isCalledOff(operation)) {
    return <StatusBadge tone="off">{t("state_calledOff")}</StatusBadge>;
  }
  const isWaiting = state === "action_required" && !waitsForYou(operation);
  return (
    <StatusBadge tone={isWaiting ? "waiting" : tones[state]}>
      {t(isWaiting ? "state_waiting" : `state_${state}`)}
    </StatusBadge>
  );
}
