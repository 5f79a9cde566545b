"use client";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AuditLogEntry } from "@zonepost/schema/panel";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEntryMessage } from "@/features/audit-log/entry-message.tsx";
import { pathOfEntry } from "@/features/audit-log/path-of-entry.ts";
import { auditLogPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import classes from "./overview.module.css";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

const shownCount = 6;

export function ActivityCard() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
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
                  <EntryText entry={entry} /> <RelativeMoment at={entry.occurredAt} hasHappened />
                </li>
              ))}
            </ul>
          </OverviewCard>
        )
      }
    </QueryCard>
  );
}

/** Leads to what it is about, if that is still there. */
function EntryText({ entry }: { entry: AuditLogEntry }) {
  const text = useEntryMessage()(entry);
  const path = pathOfEntry(entry);
  return path === undefined ? (
    text
  ) : (
    <Anchor component={Link} href={path} inherit c="inherit">
      {text}
    </Anchor>
  );
}
