"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEntryMessage } from "@/features/audit-log/entry-message.tsx";
import { auditLogPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import classes from "./overview.module.css";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

const shownCount = 6;

export function ActivityCard() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const messageOf = useEntryMessage();
  const query = useQuery({
    ...trpc.audit.list.queryOptions({ limit: shownCount }),
    refetchInterval: 60_000,
  });
  return (
    <QueryCard query={query} title={t("activity")} size="activity">
      {({ entries }) =>
        entries.length === 0 ? null : (
          <OverviewCard
            title={t("activity")}
            size="activity"
            more={{ label: t("allActivity"), href: auditLogPath }}
          >
            <ul className={classes.events}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  {messageOf(entry)} <RelativeMoment at={entry.occurredAt} hasHappened />
                </li>
              ))}
            </ul>
          </OverviewCard>
        )
      }
    </QueryCard>
  );
}
