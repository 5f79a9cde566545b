"use client";
import { Checkbox, Stack, Text } from "@mantine/core";
import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useCardName } from "../cards/card-name.tsx";
import { useLineText } from "../use-line-text.ts";
import { leftOfLine } from "./refund-choice.ts";
import { RefundEffects } from "./refund-effects.tsx";
import { RefundRefused } from "./refund-refused.tsx";

const previewKey = "refund-preview";

/** Refunds the lines that don't need the operator. Shows what that undoes before anything is sent. */
export function RefundDialog(props: { payment: PaymentDetails; opened: boolean; onClose: () => void }) {
  const { payment, opened, onClose } = props;
  const { id, currency, refundableCents, refundableLineIds } = payment;
  const t = useTranslations("payment");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const money = useMoney();
  const cardName = useCardName();
  const [chosen, setChosen] = useState<string[]>();
  const lineIds = chosen ?? refundableLineIds;
  // Without step-up, so that confirmation is only required once the person refunds.
  const preview = useQuery({
    queryKey: [previewKey, id, lineIds],
    queryFn: lineIds.length === 0 ? skipToken : () => client.orders.previewRefund.mutate({ id, lineIds }),
    enabled: opened,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const refund = useSubmit({
    mutationFn: (input: { lineIds: string[] }) => client.orders.refund.mutate({ id, ...input }),
    onSuccess: async () => {
      // Domains may have been deleted, so everything else is read again.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey });
      onClose();
    },
    onError: () => void queryClient.invalidateQueries(trpc.orders.pathFilter()),
  });
  const shown = lineIds.length === 0 ? undefined : preview.data;
  const isCurrent = !preview.isPlaceholderData && !preview.isFetching;
  const isReady = shown !== undefined && isCurrent && !preview.isError;
  const deleted = shown?.lines.filter(({ effect }) => effect === "domain_deleted") ?? [];
  const [onlyDeleted] = deleted.length === 1 ? deleted : [];
  const typed = onlyDeleted
    ? toUnicodeName(onlyDeleted.domainName)
    : t("domainCount", { count: deleted.length });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("refundTitle")}
      submission={refund}
      onConfirm={() => refund.mutate({ lineIds })}
      submitLabel={isReady ? t("refundFor", { amount: money(shown.amountCents, currency) }) : t("refund")}
      cancelLabel={t("keepMoney")}
      failedTitle={t("notRefunded")}
      failure={
        refund.failure ? (
          <RefundRefused failure={refund.failure} leftCents={refundableCents} currency={currency} />
        ) : undefined
      }
      isReady={isReady}
      isDangerous={deleted.length > 0}
      onReset={() => setChosen(undefined)}
      typed={
        deleted.length > 0
          ? { label: t("typeToDelete", { words: typed }), isRight: (words) => words.trim() === typed }
          : undefined
      }
    >
      <LineChoices payment={payment} lineIds={lineIds} onChange={setChosen} />
      {lineIds.length === 0 ? null : (
        <RefundEffects query={preview} payment={payment} mayRequestRest={payment.mayRequestRefund} />
      )}
      {payment.card ? (
        <Text size="sm" c="dimmed">
          {t("refundGoesTo", { card: cardName(payment.card) })}
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}

/** Only the lines that can be refunded here. */
function LineChoices(props: {
  payment: PaymentDetails;
  lineIds: readonly string[];
  onChange: (lineIds: string[]) => void;
}) {
  const { payment, lineIds, onChange } = props;
  const t = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  const lines = payment.order.lines.filter(({ id }) => payment.refundableLineIds.includes(id));
  return (
    <Checkbox.Group
      label={t("refundWhat")}
      description={lines.length < payment.order.lines.length ? t("onlyThese") : undefined}
      value={[...lineIds]}
      onChange={onChange}
    >
      <Stack gap="xs" mt={6}>
        {lines.map((line) => (
          <Checkbox
            key={line.id}
            value={line.id}
            label={lineText(line)}
            description={money(leftOfLine(line, payment), payment.currency)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
