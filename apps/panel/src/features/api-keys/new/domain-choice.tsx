"use client";
import { Radio, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import { useTRPC } from "@/trpc/client.tsx";
import type { ApiKeyForm } from "./use-api-key-form.ts";

const MultiSelect = dynamic(() => import("@/ui/form/multi-select.tsx").then((module) => module.MultiSelect));

export function DomainChoice({ form }: { form: ApiKeyForm }) {
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const { data: domains = [] } = useQuery(trpc.domains.list.queryOptions());
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
        <MultiSelect
          label={t("whichDomains")}
          placeholder={values.domainNames.length === 0 ? t("chooseDomains") : undefined}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage={t("noDomainMatches")}
          clearButtonProps={{ "aria-label": t("clearDomains") }}
          data={domains.map(({ name, unicodeName }) => ({ value: name, label: unicodeName }))}
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
