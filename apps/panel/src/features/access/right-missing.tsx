"use client";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { whyMissing } from "./rights.ts";

export type RightName =
  | "members"
  | "apiKeys"
  | "apiKeysWrite"
  | "audit"
  | "workspace"
  | "webhooks"
  | "webhooksWrite"
  | "payments"
  | "contacts"
  | "buy"
  | "order"
  | "zones"
  | "zonesWrite";

/** Shown instead of a page that needs one of the rights, which the session's role or its limit doesn't include. */
export function RightMissing(props: {
  what: RightName;
  rights: readonly Right[];
  order?: 1 | 2 | undefined;
}) {
  const { what, rights, order } = props;
  const t = useTranslations("access");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const { role = null, domainNames = null } = current?.session ?? {};
  if (role === null) {
    return (
      <EmptyState icon={IconLock} title={t("noWorkspaceTitle")} order={order}>
        {t("noWorkspace")}
      </EmptyState>
    );
  }
  const right = t(`right_${what}`);
  return (
    <EmptyState icon={IconLock} title={t("missingTitle")} order={order}>
      {whyMissing({ role, domainNames }, rights) === "limit"
        ? t("missingLimited", { right })
        : t("missing", { role: t(`role_${role}`), right })}
    </EmptyState>
  );
}
