"use client";
import { Radio, Stack } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import type { ApiKeyForm } from "./use-api-key-form.ts";

const DomainsField = dynamic(() =>
  import("@/features/domain-choice/domains-field.tsx").then((module) => module.DomainsField),
);

export function DomainChoice({ form }: { form: ApiKeyForm }) {
  const t = useTranslations("apiKeys");
  const { values } = form;
  // Deferred, so that the radio button doesn't wait for the list's code and styles.
  const isAsked = useDeferredValue(values.domains === "some");
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
      {isAsked ? (
        <DomainsField
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
      ) : null}
    </Stack>
  );
}
