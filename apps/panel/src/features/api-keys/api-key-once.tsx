"use client";
import type { ApiKeyCreated } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { curlSnippet } from "@/features/api-keys/new/curl-snippet.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { useUntilCopied } from "@/ui/form/use-until-copied.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";

/** Shows the new key once, with an example request. Until either was copied, leaving the page requires confirmation. */
export function ApiKeyOnce({ apiKey }: { apiKey: ApiKeyCreated }) {
  const t = useTranslations("apiKeys");
  const { apiUrl } = useAddresses();
  const { isDirty, onCopied } = useUntilCopied();
  if (!apiKey.key) {
    return <Surface>{t("keyGone")}</Surface>;
  }
  const snippet = curlSnippet(apiUrl, apiKey.key, apiKey.scopes);
  return (
    <>
      <Unsaved isDirty={isDirty} title={t("leaveTitle")} words={t("leaveWords")} stayLabel={t("leaveStay")} />
      <SecretOnce label={t("key")} value={apiKey.key} notice={t("keyOnce")} onCopied={onCopied} />
      {snippet ? (
        <Section title={t("tryIt")} description={t("tryItWords")}>
          <MonoBlock label={t("tryIt")} onCopied={onCopied}>
            {snippet}
          </MonoBlock>
        </Section>
      ) : null}
    </>
  );
}
