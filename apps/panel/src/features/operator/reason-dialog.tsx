"use client";
import { Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { operatorReasonInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";

/** One decision of the operator, with the reason. `settle`: a refund was paid in another way. `lift`: a lost dispute is forgiven. `decline`: of a requested refund. */
export function ReasonDialog(props: {
  id: string;
  verb: "release" | "accept" | "lift" | "settle" | "decline";
  opened: boolean;
  onClose: () => void;
}) {
  const { id, verb, opened, onClose } = props;
  const t = useTranslations("operator");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const form = useForm({ initial: { reason: "" }, schema: operatorReasonInput });
  const decide = useSubmit({
    mutationFn: async (input: { reason: string }): Promise<void> => {
      switch (verb) {
        case "release":
        case "lift":
          await client.operator.release.mutate({ id, ...input });
          break;
        case "accept":
          await client.operator.acceptDispute.mutate({ id, ...input });
          break;
        case "decline":
          await client.operator.declineRefund.mutate({ id, ...input });
          break;
        case "settle":
          await client.operator.retryRefund.mutate({ id, settledBy: "other", ...input });
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.operator.pathFilter());
      onClose();
    },
    form,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(`${verb}Title`)}
      form={form}
      submission={decide}
      onSubmit={form.submit((input) => decide.mutate(input))}
      submitLabel={t(verb)}
      failedTitle={t(`${verb}Failed`)}
      isDangerous={verb === "accept" || verb === "settle"}
    >
      <Text size="sm">{t(`${verb}Words`)}</Text>
      <TextInput label={t("reason")} description={t("reasonHint")} data-autofocus {...form.text("reason")} />
    </FormDialog>
  );
}
