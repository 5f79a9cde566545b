"use client";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookMissedLimit } from "@zonepost/schema";
import { endpointStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { webhookPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { endpointName } from "../endpoint-name.ts";
import { IdEnd } from "../id-end.tsx";
import classes from "./inactive-row.module.css";
import { Reactivation } from "./reactivation.tsx";

/** A deactivated endpoint above the list, in one line. Its page has the whole explanation. */
export function InactiveRow({ endpoint, all }: { endpoint: WebhookEndpoint; all: WebhookEndpoint[] }) {
  const { name, idEnd } = endpointName(endpoint, all);
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const mayReactivate = useRight("webhooks:write");
  const { data: missed } = useQuery({ ...trpc.webhooks.missed.queryOptions(), refetchInterval: 5_000 });
  const count = missed?.find(({ endpointId }) => endpointId === endpoint.id)?.count;
  return (
    <div className={classes.row} role="status">
      <div className={classes.words}>
        <StatusBadge tone={endpointStates.deactivated.tone}>
          {t(`inactive_${endpoint.deactivationReason ?? "failures"}`)}
        </StatusBadge>
        <Anchor component={Link} href={webhookPath(endpoint.id)} size="sm">
          <AddressText>{name.replace(/^https?:\/\//, "")}</AddressText>
          <IdEnd idEnd={idEnd} />
        </Anchor>
        {count ? (
          <span>{t("missedShort", { count, isMore: count >= webhookMissedLimit ? "yes" : "no" })}</span>
        ) : null}
      </div>
      {mayReactivate.has ? <Reactivation id={endpoint.id} count={count} size="xs" /> : null}
    </div>
  );
}
