"use client";
import {
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ApiKeyInput, type ApiKeyScope, apiKeyInput } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { readIpRanges } from "@/features/api-keys/ip-ranges.ts";
import { scopesWithin } from "@/features/api-keys/scopes.ts";
import { useStepUp } from "@/features/step-up/step-up.tsx";
import { settingsPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { ApiKeyCreated } from "./api-key-created.tsx";
import { type ExpiryChoice, expiryChoices, expiryOf } from "./expiry.ts";
import { ScopeTable } from "./scope-table.tsx";

type Values = {
  name: string;
  scopes: ApiKeyScope[];
  domains: "all" | "some";
  domainNames: string[];
  expiry: ExpiryChoice;
  /** The chosen day, where that is how it expires; named after what the service calls the moment. */
  expiresAt: string;
  ipRanges: string;
};

const initial: Values = {
  name: "",
  scopes: [],
  domains: "all",
  domainNames: [],
  expiry: "90",
  expiresAt: "",
  ipRanges: "",
};

export function NewApiKey() {
  const t = useTranslations("apiKeys");
  const settings = useTranslations("settings");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const confirmed = useStepUp();
  const now = useNow();
  const momentText = useMomentText();
  const { data: domains = [] } = useQuery(trpc.domains.list.queryOptions());
  const form = useForm({
    initial,
    schema: apiKeyInput,
    toInput: ({ name, scopes, domains: which, domainNames, expiry, expiresAt, ipRanges }) => ({
      name,
      scopes: scopesWithin(scopes, which === "some"),
      domainNames: which === "some" ? domainNames : null,
      // What is not a moment is refused by the schema, at its field.
      expiresAt: expiryOf(expiry, expiresAt, now) ?? (expiry === "never" ? null : ""),
      ipRanges: readIpRanges(ipRanges),
    }),
  });
  const create = useSubmit({
    mutationFn: confirmed((input: ApiKeyInput) => client.apiKeys.create.mutate(input)),
    onSuccess: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
    form,
  });
  const crumbs = [
    { label: settings("title"), href: settingsPath() },
    { label: t("title"), href: settingsPath("api-keys") },
  ];
  if (create.data) {
    return <ApiKeyCreated apiKey={create.data} crumbs={crumbs} />;
  }
  const { values } = form;
  const expiresAt = expiryOf(values.expiry, values.expiresAt, now);
  return (
    <>
      <PageHeader title={t("add")} crumbs={crumbs} />
      <Surface>
        <form ref={form.formRef} noValidate onSubmit={form.submit((input) => create.mutate(input))}>
          <Stack gap="xl" maw={680}>
            <TextInput
              label={t("name")}
              description={t("nameHint")}
              autoComplete="off"
              autoFocus
              {...form.text("name")}
            />
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
              {values.domains === "some" ? (
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
                  onBlur={() => form.judge("domainNames")}
                  error={
                    values.domainNames.length === 0 && form.error("domainNames")
                      ? t("domainsMissing")
                      : form.error("domainNames")
                  }
                />
              ) : null}
            </Stack>
            <ScopeTable
              value={values.scopes}
              onChange={(scopes) => form.set("scopes", scopes)}
              isLimited={values.domains === "some"}
              error={form.error("scopes")}
            />
            <Stack gap="sm">
              <Group gap="sm" align="flex-start">
                <NativeSelect
                  label={t("expires")}
                  value={values.expiry}
                  onChange={(event) =>
                    form.set("expiry", expiryChoices.find((one) => one === event.currentTarget.value) ?? "90")
                  }
                  data={expiryChoices.map((one) => ({
                    value: one,
                    label:
                      one === "date"
                        ? t("onDay")
                        : one === "never"
                          ? t("neverExpires")
                          : t("inDays", { days: Number(one) }),
                  }))}
                />
                {values.expiry === "date" ? (
                  <TextInput
                    type="date"
                    label={t("day")}
                    min={now.toISOString().slice(0, 10)}
                    {...form.text("expiresAt")}
                    error={form.error("expiresAt") ? t("dayMissing") : undefined}
                  />
                ) : null}
              </Group>
              {values.expiry === "never" ? (
                <Notice title={t("neverTitle")}>{t("neverWords")}</Notice>
              ) : (
                <Text size="sm" c="dimmed">
                  {expiresAt ? t("expiresOn", { date: momentText(expiresAt, "date") }) : t("chooseDay")}
                </Text>
              )}
            </Stack>
            <Textarea
              label={t("ipRanges")}
              description={t("ipRangesHint")}
              placeholder={"203.0.113.0/24\n2001:db8::/32"}
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
              {...form.text("ipRanges")}
            />
            {create.failure ? <FailureAlert failure={create.failure} title={t("notCreated")} /> : null}
            <Group gap="xs">
              <Button type="submit" loading={create.isPending}>
                {t("create")}
              </Button>
              <Button component={Link} href={settingsPath("api-keys")} variant="default">
                {t("cancel")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Surface>
    </>
  );
}
