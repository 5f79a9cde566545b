"use client";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { BillingProfile } from "@zonepost/schema";
import { billingProfileInput } from "@zonepost/schema/billing";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import classes from "./billing.module.css";
import { BillingFormSkeleton } from "./billing-form-skeleton.tsx";

/** The name and address on receipts, with the export for the bookkeeper. */
export function BillingProfileSection() {
  const t = useTranslations("billing");
  const trpc = useTRPC();
  const query = useQuery(trpc.payments.billing.get.queryOptions());
  const mayWrite = useRight("payments:write").has;
  const { apiUrl } = useAddresses();
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        <Button
          component="a"
          href={`${apiUrl}/ledger/export`}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t("export")}
        </Button>
      }
    >
      <QueryView query={query} skeleton={<BillingFormSkeleton />}>
        {(profile) =>
          mayWrite ? <BillingProfileForm profile={profile} /> : <BillingProfileFacts profile={profile} />
        }
      </QueryView>
    </Section>
  );
}

const valuesOf = ({ company, address, countryCode, vatId }: BillingProfile) => ({
  company: company ?? "",
  address: address ?? "",
  countryCode: countryCode ?? "",
  vatId: vatId ?? "",
});

function BillingProfileForm({ profile }: { profile: BillingProfile }) {
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
      // As it was normalized, so that nothing seems unsaved.
      const values = valuesOf(saved);
      for (const field of Object.keys(values) as (keyof typeof values)[]) {
        form.set(field, values[field]);
      }
    },
    form,
  });
  return (
    <PageForm
      form={form}
      submission={save}
      onSubmit={form.submit((input) => save.mutate(input))}
      submitLabel={t("save")}
      failedTitle={t("notSaved")}
      isReady={form.isDirty}
      maxWidth={420}
    >
      <TextInput
        label={t("company")}
        description={t("companyHint")}
        autoComplete="organization"
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
    </PageForm>
  );
}

function BillingProfileFacts({ profile }: { profile: BillingProfile }) {
  const t = useTranslations("billing");
  const { countryName } = useCountryNames();
  const { company, address, countryCode, vatId } = profile;
  return (
    <Surface>
      <Facts
        facts={[
          { name: t("company"), value: company ?? t("notEntered") },
          {
            name: t("address"),
            value: address === null ? t("notEntered") : <span className={classes.address}>{address}</span>,
          },
          { name: t("country"), value: countryCode === null ? t("notEntered") : countryName(countryCode) },
          { name: t("vatId"), value: vatId ?? t("notEntered") },
        ]}
      />
    </Surface>
  );
}
