"use client";
import type { ApiKey } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { DatedMoment, Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { readScopes } from "./scopes.ts";

export function ApiKeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations("apiKeys");
  return (
    <>
      <Section title={t("use")}>
        <Surface>
          <Facts
            facts={[
              {
                name: t("lastUsed"),
                wide: true,
                value: apiKey.lastUsedAt ? (
                  <DatedMoment at={apiKey.lastUsedAt} detail="time" hasHappened />
                ) : (
                  t("neverUsed")
                ),
              },
              {
                name: t("lastUsedFrom"),
                value: apiKey.lastUsedIpAddress ? <code>{apiKey.lastUsedIpAddress}</code> : "–",
              },
              {
                name: t("expires"),
                wide: true,
                value: apiKey.expiresAt ? <DatedMoment at={apiKey.expiresAt} /> : t("noExpiry"),
              },
              {
                name: t("created"),
                value: (
                  <>
                    <Moment at={apiKey.createdAt} /> {t("by", { name: apiKey.createdBy })}
                  </>
                ),
              },
            ]}
          />
        </Surface>
      </Section>
      <Section title={t("may")} description={t("mayWords")}>
        <Surface>
          <Facts
            facts={[
              ...readScopes(apiKey.scopes).map(({ resource, verbs }) => ({
                name: t(`resource_${resource}`),
                value: verbs.map((verb) => t(`${verb}Lower`)).join(", "),
              })),
              {
                name: t("worksOn"),
                wide: true,
                value:
                  apiKey.domainNames === null
                    ? t("allDomains")
                    : apiKey.domainNames.map((name) => (
                        <span key={name} style={{ display: "block" }}>
                          {toUnicodeName(name)}
                        </span>
                      )),
              },
            ]}
          />
        </Surface>
      </Section>
      <Section title={t("key")}>
        <Surface>
          <Facts
            facts={[
              { name: t("startsWith"), value: <code>{apiKey.start}…</code> },
              {
                name: t("from"),
                value:
                  apiKey.ipRanges === null
                    ? t("anywhere")
                    : apiKey.ipRanges.map((range) => (
                        <code key={range} style={{ display: "block" }}>
                          {range}
                        </code>
                      )),
              },
              { name: t("id"), wide: true, value: <Mono label={t("id")}>{apiKey.id}</Mono> },
            ]}
          />
        </Surface>
      </Section>
    </>
  );
}
