"use client";
import { Radio, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { AskedDomainsField } from "@/features/domain-choice/asked-domains-field.tsx";
import type { ApiKeyForm } from "./use-api-key-form.ts";

export function DomainChoice({ form }: { form: ApiKeyForm }) {
  const t = useTranslations("apiKeys");
  const { values } = form;
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t("domains")}
        value={values.domains}
        onChange={(which) => form.set("domains", which === "some" ? "some" : "all")}
      >
        <Stack gap={8} mt={8}>
          <Radio value="all" label={t("allDomains")} description={t("allDomainsHint")} />
          <Radio value="some" label={t("someDomains")} />
        </Stack>
      </Radio.Group>
      <AskedDomainsField
        isAsked={values.domains === "some"}
        label={t("whichDomains")}
        value={values.domainNames}
        onChange={(names) => form.set("domainNames", names)}
        onBlur={() => form.validateField("domainNames")}
        error={
          values.domainNames.length === 0 && form.error("domainNames")
            ? t("domainsMissing")
            : form.error("domainNames")
        }
      />
    </Stack>
  );
}
