"use client";
import type { ApiKeyCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useAddresses } from "@/ui/addresses.tsx";
import { MonoBlock } from "@/ui/mono.tsx";
import { SecretOnce } from "@/ui/secret-once.tsx";
import { Section, Surface } from "@/ui/surface.tsx";
import { UnsavedGuard } from "@/ui/unsaved-guard.tsx";
import { curlSnippet } from "./curl-snippet.ts";

/** The key, the one time that it is shown, and a call that holds it. No link leads away without a question. */
export function ApiKeyOnce({ apiKey }: { apiKey: ApiKeyCreated }) {
  const t = useTranslations("apiKeys");
  const { apiUrl } = useAddresses();
  if (!apiKey.key) {
    return <Surface>{t("keyGone")}</Surface>;
  }
  const snippet = curlSnippet(apiUrl, apiKey.key, apiKey.scopes);
  return (
    <>
      <UnsavedGuard isDirty title={t("leaveTitle")} words={t("leaveWords")} />
      <SecretOnce label={t("key")} value={apiKey.key} notice={t("keyOnce")} />
      {snippet ? (
        <Section title={t("tryIt")} description={t("tryItWords")}>
          <MonoBlock label={t("tryIt")}>{snippet}</MonoBlock>
        </Section>
      ) : null}
    </>
  );
}
