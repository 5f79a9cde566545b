"use client";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { type OperatorPaymentDetails, operatorReasonInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { leftOfLine } from "@/features/payments/refund/refund-choice.ts";
import { RefundEffects } from "@/features/payments/refund/refund-effects.tsx";
import { RefundRefused } from "@/features/payments/refund/refund-refused.tsx";
import { useLineText } from "@/features/payments/use-line-text.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { amountText } from "@/ui/values/cents-of.ts";
import { useMoney } from "@/ui/values/use-money.ts";
import { centsToRefund, type OperatorRefundWish, type TypedAmounts, wishOf } from "./refund-wish.ts";

const previewKey = "operator-refund-preview";
const typingPauseMs = 300;

/** Any money of any payment, line by line. Shows what becomes of each before anything is sent. */
export function OperatorRefundDialog(props: {
  payment: OperatorPaymentDetails;
  opened: boolean;
  onClose: () => void;
}) {
  const { payment, opened, onClose } = props;
  const { id, currency, refundableCents } = payment;
  const t = useTranslations("operator");
  const words = useTranslations("payment");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const money = useMoney();
  const [typed, setTyped] = useState<TypedAmounts>({});
  const [keepGoods, setKeepGoods] = useState(false);
  const form = useForm({ initial: { reason: "" }, schema: operatorReasonInput });
  const wish = wishOf(payment, typed);
  const asked = wish && JSON.stringify({ ...wish, keepGoods });
  const [settled] = useDebouncedValue(asked, typingPauseMs);
  const preview = useQuery({
    queryKey: [previewKey, id, settled],
    queryFn:
      settled === undefined
        ? skipToken
        : () =>
            client.operator.previewRefund.mutate({
              id,
              ...(JSON.parse(settled) as OperatorRefundWish & { keepGoods: boolean }),
            }),
    enabled: opened,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const refund = useSubmit({
    mutationFn: (input: OperatorRefundWish & { keepGoods: boolean; reason: string }) =>
      client.operator.refund.mutate({ id, ...input }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.operator.pathFilter());
      onClose();
    },
    onError: () => void queryClient.invalidateQueries(trpc.operator.pathFilter()),
    form,
  });
  const isCurrent = asked === settled && !preview.isPlaceholderData && !preview.isFetching;
  const shown = wish === undefined || !isCurrent || preview.isError ? undefined : preview.data;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("refundTitle")}
      form={form}
      submission={refund}
      onSubmit={form.submit(({ reason }) => {
        if (wish && shown) {
          refund.mutate({ ...wish, keepGoods, reason });
        }
      })}
      submitLabel={shown ? words("refundFor", { amount: money(shown.amountCents, currency) }) : t("refund")}
      failedTitle={words("notRefunded")}
      failure={
        refund.failure ? (
          <RefundRefused failure={refund.failure} leftCents={refundableCents} currency={currency} />
        ) : undefined
      }
      isReady={shown !== undefined}
      isDangerous={shown?.lines.some(({ effect }) => effect === "domain_deleted") ?? false}
      isDirty={Object.keys(typed).length > 0}
      onReset={() => {
        setTyped({});
        setKeepGoods(false);
      }}
    >
      <LineAmounts payment={payment} typed={typed} onChange={setTyped} />
      <Checkbox
        label={t("keepGoods")}
        description={t("keepGoodsHint")}
        checked={keepGoods}
        onChange={(event) => setKeepGoods(event.currentTarget.checked)}
      />
      {wish === undefined ? null : <RefundEffects query={preview} payment={payment} />}
      <TextInput label={t("reason")} description={t("reasonHint")} {...form.text("reason")} />
    </FormDialog>
  );
}

/** A line is chosen with its whole amount, which can be made smaller. */
function LineAmounts(props: {
  payment: OperatorPaymentDetails;
  typed: TypedAmounts;
  onChange: (typed: TypedAmounts) => void;
}) {
  const { payment, typed, onChange } = props;
  const { currency } = payment;
  const t = useTranslations("operator");
  const words = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  const choose = (ids: string[]) =>
    onChange(
      Object.fromEntries(
        payment.order.lines
          .filter(({ id }) => ids.includes(id))
          .map((line) => [line.id, typed[line.id] ?? amountText(leftOfLine(line, payment), currency)]),
      ),
    );
  return (
    <Checkbox.Group label={t("what")} value={Object.keys(typed)} onChange={choose}>
      <Stack gap="xs" mt={6}>
        {payment.order.lines.map((line) => {
          const leftCents = leftOfLine(line, payment);
          const text = typed[line.id];
          return (
            <div key={line.id}>
              <Checkbox
                value={line.id}
                disabled={leftCents === 0}
                label={lineText(line)}
                description={leftCents === 0 ? words("line_refunded") : money(leftCents, currency)}
              />
              {text === undefined ? null : (
                <TextInput
                  ml={28}
                  mt={4}
                  label={t("amountOf", { item: lineText(line), currency })}
                  inputMode="decimal"
                  autoComplete="off"
                  value={text}
                  onChange={(event) => onChange({ ...typed, [line.id]: event.currentTarget.value })}
                  error={
                    centsToRefund(text, leftCents, currency) === undefined
                      ? t("wrongAmount", { amount: money(leftCents, currency) })
                      : undefined
                  }
                />
              )}
            </div>
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
