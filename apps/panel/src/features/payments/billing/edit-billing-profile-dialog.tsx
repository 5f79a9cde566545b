"use client";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { BillingProfile } from "@zonepost/schema";
import { billingProfileInput } from "@zonepost/schema/billing";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";

const valuesOf = ({ company, address, countryCode, vatId }: BillingProfile) => ({
  company: company ?? "",
  address: address ?? "",
  countryCode: countryCode ?? "",
  vatId: vatId ?? "",
});

export function EditBillingProfileDialog(props: {
  profile: BillingProfile;
  opened: boolean;
  onClose: () => void;
}) {
  const { profile, opened, onClose } = props;
  const t = useTranslations("billing");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { countries } = useCountryNames();
  const choices = useMemo(() => [{ value: "", label: t("noCountry") }, ...countries()], [countries, t]);
  const form = useForm({ initial: valuesOf(profile), schema: billingProfileInput });
  const save = useSubmit({
    ...trpc.payments.billing.update.mutationOptions(),
    isRepeatable: true,
    onSuccess: (saved) => {
      queryClient.setQueryData(trpc.payments.billing.get.queryKey(), saved);
      onClose();
    },
    form,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("editTitle")}
      form={form}
      submission={save}
      onSubmit={form.submit((input) => save.mutate(input))}
      submitLabel={t("save")}
      failedTitle={t("notSaved")}
      isReady={form.isDirty}
    >
      <TextInput
        label={t("company")}
        description={t("companyHint")}
        autoComplete="organization"
        data-autofocus
        {...form.text("company")}
      />
      <Textarea
        label={t("address")}
        description={t("addressHint")}
        autoComplete="street-address"
        autosize
        minRows={3}
        maxRows={8}
        {...form.text("address")}
      />
      <NativeSelect
        label={t("country")}
        description={t("countryHint")}
        data={choices}
        {...form.text("countryCode")}
      />
      <TextInput
        label={t("vatId")}
        description={t("vatIdHint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.text("vatId")}
      />
    </FormDialog>
  );
}
