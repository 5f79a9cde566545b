"use client";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

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
  | "buy";

/** Shown instead of a page that the session's role does not include. */
export function RightMissing({ what, order }: { what: RightName; order?: 1 | 2 }) {
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
      {domainNames === null
        ? t("missing", { role: t(`role_${role}`), right })
        : t("missingLimited", { right })}
    </EmptyState>
  );
}
