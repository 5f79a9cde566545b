"use client";
import { Anchor, Button } from "@mantine/core";
import { IconBan, IconPencil, IconPower, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NotFoundNotice } from "@/features/access/not-found-notice.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { apiKeyPath, settingsPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { ApiKeyFacts } from "./api-key-facts.tsx";
import { ApiKeyLimit } from "./api-key-limit.tsx";
import { ApiKeySkeleton } from "./api-key-skeleton.tsx";
import { ApiKeyStatus } from "./api-key-status.tsx";

const RollApiKeyDialog = lazyDialog(() =>
  import("./roll-api-key-dialog.tsx").then((module) => module.RollApiKeyDialog),
);
const EditApiKeyDialog = lazyDialog(() =>
  import("./edit-api-key-dialog.tsx").then((module) => module.EditApiKeyDialog),
);
const ReactivateApiKeyDialog = lazyDialog(() =>
  import("./reactivate-api-key-dialog.tsx").then((module) => module.ReactivateApiKeyDialog),
);
const RevokeApiKeyDialog = lazyDialog(() =>
  import("./revoke-api-key-dialog.tsx").then((module) => module.RevokeApiKeyDialog),
);

export function ApiKeyPage({ id }: { id: string }) {
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.apiKeys.list.queryOptions(), refetchInterval: 30_000 });
  return (
    <QueryView
      query={query}
      skeleton={<ApiKeySkeleton />}
      header={
        <PageHeader crumbs={[{ label: t("title"), href: settingsPath("api-keys") }]} title={t("one")} />
      }
    >
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
  const [dialog, setDialog] = useState<"roll" | "edit" | "revoke" | "reactivate">();
  const close = () => setDialog(undefined);
  const isActive = apiKey.status === "active";
  const isOff = isActive && apiKey.heldAt !== null;
  const mayReactivate = isOff && current !== undefined && hasRight(current.session, "workspace:own");
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
          mayReactivate ? (
            <Button leftSection={<IconPower size={18} aria-hidden />} onClick={() => setDialog("reactivate")}>
              {t("reactivate")}
            </Button>
          ) : mayChange && !isOff && apiKey.rolledToId === null ? (
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
      {isOff ? (
        <Notice title={t("offTitle")}>{mayReactivate ? t("offWords") : t("offWordsOthers")}</Notice>
      ) : null}
      {apiKey.rolledToId !== null ? (
        <Notice title={isActive ? t("rolledTitle") : t("replacedTitle")}>
          {isActive && apiKey.expiresAt ? (
            <>
              {t.rich("rolledWords", {
                until: () => <Moment at={apiKey.expiresAt ?? ""} detail="minute" />,
              })}{" "}
            </>
          ) : null}
          <Anchor component={Link} href={apiKeyPath(apiKey.rolledToId)} size="sm" underline="always">
            {t("toNewKey")}
          </Anchor>
        </Notice>
      ) : null}
      <ApiKeyFacts apiKey={apiKey} />
      <ApiKeyLimit apiKey={apiKey} />
      <RollApiKeyDialog apiKey={apiKey} opened={dialog === "roll"} onClose={close} />
      <EditApiKeyDialog apiKey={apiKey} opened={dialog === "edit"} onClose={close} />
      <ReactivateApiKeyDialog apiKey={apiKey} opened={dialog === "reactivate"} onClose={close} />
      <RevokeApiKeyDialog apiKey={apiKey} opened={dialog === "revoke"} onClose={close} />
    </>
  );
}
