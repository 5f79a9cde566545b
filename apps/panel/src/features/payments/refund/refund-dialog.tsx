"use client";
import { Checkbox, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
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
import { isOpenLine, leftOfLine, type RefundChoice, type RefundWish, refundWishOf } from "./refund-choice.ts";
import { RefundEffects } from "./refund-effects.tsx";
import { RefundRefused } from "./refund-refused.tsx";

const everything: RefundChoice = { kind: "everything" };
const previewKey = "refund-preview";
const typingPauseMs = 300;

/** Refunds everything, lines or an amount. Shows what that undoes before anything is sent. */
export function RefundDialog(props: { payment: PaymentDetails; opened: boolean; onClose: () => void }) {
  const { payment, opened, onClose } = props;
  const { id, currency, refundableCents, order } = payment;
  const t = useTranslations("payment");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const money = useMoney();
  const cardName = useCardName();
  const [choice, setChoice] = useState(everything);
  const wish = refundWishOf(choice, payment);
  const asked = wish && JSON.stringify(wish);
  const [settled] = useDebouncedValue(asked, choice.kind === "amount" ? typingPauseMs : 0);
  // Without step-up, so that confirmation is only required once the person refunds.
  const preview = useQuery({
    queryKey: [previewKey, id, settled],
    queryFn:
      settled === undefined
        ? skipToken
        : () => client.orders.previewRefund.mutate({ id, ...(JSON.parse(settled) as RefundWish) }),
    enabled: opened,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const refund = useSubmit({
    mutationFn: (input: RefundWish) => client.orders.refund.mutate({ id, ...input }),
    onSuccess: async () => {
      // Domains may have been deleted, so everything else is read again.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey });
      onClose();
    },
    onError: () => void queryClient.invalidateQueries(trpc.orders.pathFilter()),
  });
  const shown = wish === undefined ? undefined : preview.data;
  const isCurrent = asked === settled && !preview.isPlaceholderData && !preview.isFetching;
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
      onConfirm={() => wish && refund.mutate(wish)}
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
      isDirty={choice.kind === "amount" && choice.text !== ""}
      onReset={() => setChoice(everything)}
      typed={
        deleted.length > 0
          ? { label: t("typeToDelete", { words: typed }), isRight: (words) => words.trim() === typed }
          : undefined
      }
    >
      <RefundChoices payment={payment} choice={choice} onChange={setChoice} />
      {wish === undefined ? null : (
        <RefundEffects query={preview} lines={order.lines} leftCents={refundableCents} currency={currency} />
      )}
      {payment.card ? (
        <Text size="sm" c="dimmed">
          {t("refundGoesTo", { card: cardName(payment.card) })}
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}

function RefundChoices(props: {
  payment: PaymentDetails;
  choice: RefundChoice;
  onChange: (choice: RefundChoice) => void;
}) {
  const { payment, choice, onChange } = props;
  const { currency, refundableCents, order } = payment;
  const t = useTranslations("payment");
  const money = useMoney();
  const left = money(refundableCents, currency);
  const isWrong =
    choice.kind === "amount" && choice.text !== "" && refundWishOf(choice, payment) === undefined;
  const start = (kind: string) =>
    onChange(kind === "lines" ? { kind, lineIds: [] } : kind === "amount" ? { kind, text: "" } : everything);
  return (
    <Stack gap="sm">
      <Radio.Group label={t("refundWhat")} value={choice.kind} onChange={start}>
        <Stack gap="xs" mt={6}>
          <Radio value="everything" label={t("choice_everything", { amount: left })} />
          {order.lines.length > 1 ? <Radio value="lines" label={t("choice_lines")} /> : null}
          <Radio value="amount" label={t("choice_amount")} />
        </Stack>
      </Radio.Group>
      {choice.kind === "lines" ? (
        <LineChoices payment={payment} lineIds={choice.lineIds} onChange={onChange} />
      ) : null}
      {choice.kind === "amount" ? (
        <TextInput
          label={t("amountIn", { currency })}
          description={t("atMost", { amount: left })}
          inputMode="decimal"
          autoComplete="off"
          value={choice.text}
          onChange={(event) => onChange({ kind: "amount", text: event.currentTarget.value })}
          error={isWrong ? t("wrongAmount", { amount: left }) : undefined}
        />
      ) : null}
    </Stack>
  );
}

function LineChoices(props: {
  payment: PaymentDetails;
  lineIds: readonly string[];
  onChange: (choice: RefundChoice) => void;
}) {
  const { payment, lineIds, onChange } = props;
  const t = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  return (
    <Checkbox.Group
      aria-label={t("choice_lines")}
      value={[...lineIds]}
      onChange={(ids) => onChange({ kind: "lines", lineIds: ids })}
    >
      <Stack gap="xs" ps={28}>
        {payment.order.lines.map((line) => {
          const leftCents = leftOfLine(line, payment);
          const isOpen = isOpenLine(line);
          return (
            <Checkbox
              key={line.id}
              value={line.id}
              disabled={isOpen || leftCents === 0}
              label={lineText(line)}
              description={
                isOpen
                  ? t("lineInProgress")
                  : leftCents === 0
                    ? t("lineRefunded")
                    : money(leftCents, payment.currency)
              }
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
