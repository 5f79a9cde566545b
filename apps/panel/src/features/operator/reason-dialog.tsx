"use client";
import { Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { operatorReasonInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";

/** Releases a fraud warning, accepts a dispute, or records that a refund was paid in another way, with the reason. */
export function ReasonDialog(props: {
  id: string;
  verb: "release" | "accept" | "settle";
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
          await client.operator.release.mutate({ id, ...input });
          break;
        case "accept":
          await client.operator.acceptDispute.mutate({ id, ...input });
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
      isDangerous={verb !== "release"}
    >
      <Text size="sm">{t(`${verb}Words`)}</Text>
      <Textarea
        label={t("reason")}
        description={t("reasonHint")}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        {...form.text("reason")}
      />
    </FormDialog>
  );
}
