"use client";
import { Button } from "@mantine/core";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { TransferAnswer } from "@/features/transfers/transfer-answer.tsx";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { isInProgress, needsYourAnswer } from "./operation-state.tsx";

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
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const buy = useRight("domains:buy");
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useSubmit({
    mutationFn: () => client.domains.operations.cancel.mutate({ id }),
    onSettled: refresh,
  });
  return (
    <>
      {isAsking ? (
        <>
          <Button color="red.8" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("cancelConfirm")}
          </Button>
          <Button variant="default" disabled={cancel.isPending} onClick={() => setIsAsking(false)}>
            {t("goOn")}
          </Button>
        </>
      ) : (
        <Button variant="default" disabled={!buy.has} title={buy.why} onClick={() => setIsAsking(true)}>
          {t("cancel")}
        </Button>
      )}
      {cancel.error ? <Failure error={cancel.error} title={t("notCancelled")} /> : null}
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
