"use client";
import type { DomainOperation } from "@zonepost/schema";
import { operationStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

/** Only an outgoing transfer waits for the workspace; other operations wait for another party. */
export const needsYourAnswer = ({ kind, state }: DomainOperation) =>
  kind === "transfer_out" && state === "action_required";

/** Canceled on purpose, so not shown as a failure. */
export const isCancelled = ({ kind, state, reason }: DomainOperation) =>
  state === "failed" && (kind === "transfer_out" || reason?.code === "transfer_cancelled");

export const isInProgress = ({ finishedAt }: DomainOperation) => finishedAt === null;

export function OperationState({ operation }: { operation: DomainOperation }) {
  const t = useTranslations("operations");
  const { state } = operation;
  if (isCancelled(operation)) {
    return <StatusBadge tone={operationStates.canceled.tone}>{t("state_calledOff")}</StatusBadge>;
  }
  const isWaiting = state === "action_required" && !needsYourAnswer(operation);
  return (
    <StatusBadge tone={operationStates[isWaiting ? "waiting" : state].tone}>
      {t(isWaiting ? "state_waiting" : `state_${state}`)}
    </StatusBadge>
  );
}
