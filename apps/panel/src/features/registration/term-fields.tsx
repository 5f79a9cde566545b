"use client";
import { NativeSelect, Stack } from "@mantine/core";
import type { DomainOperationPreview, TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

type YearsField = {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** The registration period in years, each option with its price. */
export function TermFields(props: {
  offer: TldOffer | undefined;
  preview: DomainOperationPreview | undefined;
  field: YearsField;
  children: ReactNode;
}) {
  const { offer, preview, field, children } = props;
  const t = useTranslations("register");
  const money = useMoney();
  const yearCents =
    preview?.priceCents && preview.years
      ? preview.priceCents / preview.years
      : offer?.prices?.registerYearCents;
  const currency = preview?.currency ?? offer?.currency ?? "EUR";
  return (
    <Section title={t("term")}>
      <Surface>
        <Stack gap="md">
          <NativeSelect
            label={t("years")}
            maw={320}
            data={Array.from({ length: offer?.maxYears ?? 10 }, (_, index) => ({
              value: String(index + 1),
              label: yearCents
                ? t("yearsFor", { count: index + 1, price: money(yearCents * (index + 1), currency) })
                : t("yearCount", { count: index + 1 }),
            }))}
            {...field}
          />
          {children}
        </Stack>
      </Surface>
    </Section>
  );
}
