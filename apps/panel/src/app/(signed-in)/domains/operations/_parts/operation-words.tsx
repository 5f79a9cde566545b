"use client";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/status-badge.tsx";

const tones: Record<DomainOperation["state"], Tone> = {
  pending: "waiting",
  action_required: "warn",
  succeeded: "good",
  failed: "bad",
};

/** Only a transfer away waits for the workspace itself; what else waits does so for somebody elsewhere. */
export const waitsForYou = ({ kind, state }: DomainOperation) =>
  kind === "transfer_out" && state === "action_required";

export const isUnderWay = ({ finishedAt }: DomainOperation) => finishedAt === null;

export function OperationState({ operation }: { operation: DomainOperation }) {
  const t = useTranslations("operations");
  const { state } = operation;
  const isWaiting = state === "action_required" && !waitsForYou(operation);
  return (
    <StatusBadge tone={isWaiting ? "waiting" : tones[state]}>
      {t(isWaiting ? "state_waiting" : `state_${state}`)}
    </StatusBadge>
  );
}
