"use client";
import { Anchor, Button } from "@mantine/core";
import { IconBan, IconPencil, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NotFoundNotice } from "@/features/access/not-found-notice.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { ownScript } from "@/lib/own-script.ts";
import { apiKeyPath, settingsPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { DatedMoment, Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { ApiKeySkeleton } from "./api-key-skeleton.tsx";
import { ApiKeyStatus } from "./api-key-status.tsx";
import { readScopes } from "./scopes.ts";

const RollApiKeyDialog = lazyDialog(() =>
  import("./roll-api-key-dialog.tsx").then((module) => module.RollApiKeyDialog),
);
const EditApiKeyDialog = lazyDialog(() =>
  import("./edit-api-key-dialog.tsx").then((module) => module.EditApiKeyDialog),
);
const RevokeApiKeyDialog = lazyDialog(() =>
  import("./revoke-api-key-dialog.tsx").then((module) => module.RevokeApiKeyDialog),
);

export function ApiKeyPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.apiKeys.list.queryOptions(), refetchInterval: 30_000 });
  return (
    <QueryView query={query} skeleton={<ApiKeySkeleton />}>
      {(apiKeys) => {
        const apiKey = apiKeys.find((one) => one.id === id);
        return apiKey ? <OneApiKey apiKey={apiKey} /> : <NotFoundNotice />;
      }}
    </QueryView>
  );
}

function OneApiKey({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations("apiKeys");
  const settings = useTranslations("settings");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const [dialog, setDialog] = useState<"roll" | "edit" | "revoke">();
  const close = () => setDialog(undefined);
  const isActive = apiKey.status === "active";
  const mayChange = isActive && current !== undefined && hasRight(current.session, "api_keys:write");
  return (
    <>
      <DetailHeader
        crumbs={[
          { label: settings("title"), href: settingsPath() },
          { label: t("title"), href: settingsPath("api-keys") },
        ]}
        title={apiKey.name}
        below={<ApiKeyStatus apiKey={apiKey} />}
        action={
          mayChange && apiKey.rolledToId === null ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={() => setDialog("roll")}
            >
              {t("roll")}
            </Button>
          ) : null
        }
        menu={
          mayChange
            ? {
                label: t("more"),
                items: [
                  { label: t("edit"), icon: IconPencil, onClick: () => setDialog("edit") },
                  {
                    label: t("revoke"),
                    icon: IconBan,
                    onClick: () => setDialog("revoke"),
                    isDangerous: true,
                  },
                ],
              }
            : undefined
        }
      />
      {apiKey.rolledToId !== null ? (
        <Notice title={isActive ? t("rolledTitle") : t("replacedTitle")}>
          {isActive && apiKey.expiresAt ? (
            <>
              {t("rolledWords")} <Moment at={apiKey.expiresAt} detail="time" />.{" "}
            </>
          ) : null}
          <Anchor component={Link} href={apiKeyPath(apiKey.rolledToId)} size="sm" underline="always">
            {t("toNewKey")}
          </Anchor>
        </Notice>
      ) : null}
      <Section title={t("use")}>
        <Surface>
          <Facts
            facts={[
              {
                name: t("lastUsed"),
                wide: true,
                value: apiKey.lastUsedAt ? (
                  <DatedMoment at={apiKey.lastUsedAt} detail="time" />
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
                value: apiKey.expiresAt ? <DatedMoment at={apiKey.expiresAt} /> : t("neverExpires"),
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
                          {ownScript(name)}
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
      <RollApiKeyDialog apiKey={apiKey} opened={dialog === "roll"} onClose={close} />
      <EditApiKeyDialog apiKey={apiKey} opened={dialog === "edit"} onClose={close} />
      <RevokeApiKeyDialog apiKey={apiKey} opened={dialog === "revoke"} onClose={close} />
    </>
  );
}
