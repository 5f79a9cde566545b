"use client";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiKeyInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ApiKeyOnce } from "@/features/api-keys/api-key-once.tsx";
import { apiKeyPath, settingsPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { CreateThenShowSecret } from "@/ui/form/create-then-show-secret.tsx";
import { Link } from "@/ui/link.tsx";
import { DomainChoice } from "./domain-choice.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { LimitField } from "./limit-field.tsx";
import { ScopeTable } from "./scope-table.tsx";
import { useApiKeyForm } from "./use-api-key-form.ts";

export function NewApiKey() {
  const t = useTranslations("apiKeys");
  const settings = useTranslations("settings");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { data: tlds } = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000 });
  const currency = tlds?.[0]?.currency ?? "EUR";
  const form = useApiKeyForm(currency);
  const { values } = form;
  const create = useSubmit({
    mutationFn: (input: ApiKeyInput) => client.apiKeys.create.mutate(input),
    onSuccess: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
    form,
  });
  const apiKey = create.data;
  return (
    <CreateThenShowSecret
      title={t("add")}
      crumbs={[
        { label: settings("title"), href: settingsPath() },
        { label: t("title"), href: settingsPath("api-keys") },
      ]}
      form={form}
      submission={create}
      onSubmit={form.submit((input) => create.mutate(input))}
      submitLabel={t("create")}
      failedTitle={t("notCreated")}
      cancelHref={settingsPath("api-keys")}
      gap="xl"
      maxWidth={680}
      created={
        apiKey && {
          title: t("createdTitle"),
          name: apiKey.name,
          action: apiKey.key ? (
            <Button onClick={() => router.push(apiKeyPath(apiKey.id))}>{t("keySaved")}</Button>
          ) : (
            <Button component={Link} href={apiKeyPath(apiKey.id)}>
              {t("toKey")}
            </Button>
          ),
          content: <ApiKeyOnce apiKey={apiKey} />,
        }
      }
    >
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        autoComplete="off"
        autoFocus
        {...form.text("name")}
      />
      <DomainChoice form={form} />
      <ScopeTable
        value={values.scopes}
        onChange={(scopes) => form.set("scopes", scopes)}
        isLimited={values.domains === "some"}
        error={form.error("scopes")}
      />
      <LimitField form={form} currency={currency} />
      <ExpiryField form={form} />
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
    </CreateThenShowSecret>
  );
}
