"use client";
import { Button } from "@mantine/core";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { TransferAnswer } from "@/features/transfers/transfer-answer.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { isInProgress, needsYourAnswer } from "./operation-state.tsx";

const CancelTransferDialog = lazyDialog(() =>
  import("./cancel-transfer-dialog.tsx").then((module) => module.CancelTransferDialog),
);

export function OperationActs({ operation }: { operation: DomainOperation }) {
  if (!isInProgress(operation)) {
    return null;
  }
  if (operation.kind === "transfer_in") {
    return <CancelTransfer id={operation.id} />;
  }
  return needsYourAnswer(operation) ? <AnswerTransfer operation={operation} /> : null;
}

function CancelTransfer({ id }: { id: string }) {
  const t = useTranslations("operations");
  const buy = useRight("domains:buy");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" disabled={!buy.has} title={buy.why} onClick={() => setIsOpen(true)}>
        {t("cancel")}
      </Button>
      <CancelTransferDialog id={id} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function AnswerTransfer({ operation: { id } }: { operation: DomainOperation }) {
  const t = useTranslations("operations");
  return (
    <TransferAnswer
      operationId={id}
      rejectLabel={t("reject")}
      approveLabel={t("approve")}
      failedTitle={t("notAnswered")}
    />
  );
}
