"use client";
import { Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { refundRequestInput } from "@zonepost/schema";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { useMoney } from "@/ui/values/use-money.ts";

type Payment = Pick<PaymentDetails, "id" | "refundableCents" | "currency">;

/** Asks the operator for everything that is left. Nothing is refunded or undone. */
export function RequestRefundDialog(props: { payment: Payment; opened: boolean; onClose: () => void }) {
  const { payment, opened, onClose } = props;
  const t = useTranslations("payment");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const money = useMoney();
  const form = useForm({
    initial: { reason: "" },
    schema: refundRequestInput,
    toInput: ({ reason }) => ({ reason: reason.trim() || undefined }),
  });
  const request = useSubmit({
    mutationFn: (input: { reason?: string | undefined }) =>
      client.orders.requestRefund.mutate({ id: payment.id, ...input }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.orders.pathFilter());
      onClose();
    },
    form,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("requestTitle")}
      form={form}
      submission={request}
      onSubmit={form.submit((input) => request.mutate(input))}
      submitLabel={t("request")}
      failedTitle={t("notRequested")}
    >
      <Text size="sm">{t("requestWords", { amount: money(payment.refundableCents, payment.currency) })}</Text>
      <TextInput label={t("requestReason")} data-autofocus {...form.text("reason")} />
    </FormDialog>
  );
}
