"use client";
import { Button, NativeSelect, Title } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCalendarOff,
  IconCertificate,
  IconDownload,
  IconHistory,
  IconLock,
  IconRefresh,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconTransfer,
  IconTrash,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type DomainHistoryEvent, domainHistoryKinds, domainHistoryLimit } from "@zonepost/schema";
import { useTimeZone, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { Timeline, TimelineEntry } from "@/ui/frame/timeline.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { NoMatches } from "@/ui/list/no-matches.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import { byDay } from "./by-day.ts";
import { Change } from "./change.tsx";
import classes from "./domain-history.module.css";
import { historyParams } from "./history-params.ts";
import { HistorySkeleton } from "./history-skeleton.tsx";

type Kind = DomainHistoryEvent["kind"];

const icons: Record<Kind, typeof IconServer> = {
  registration: IconCertificate,
  renewal: IconRefresh,
  dns_change: IconServer,
  dnssec_change: IconShieldLock,
  transfer: IconTransfer,
  contact_change: IconUser,
  lock_change: IconLock,
  expiry: IconCalendarOff,
  deletion: IconTrash,
  restore: IconArrowBackUp,
  settings_change: IconSettings,
};

export function DomainHistory({ name }: { name: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.history.queryOptions({ name }));
  return (
    <QueryView query={query} skeleton={<HistorySkeleton />}>
      {(entries) => <Entries name={name} entries={entries} />}
    </QueryView>
  );
}

function Entries({ name, entries }: { name: string; entries: DomainHistoryEvent[] }) {
  const t = useTranslations("history");
  const timeZone = useTimeZone() ?? "UTC";
  const write = useMomentText();
  const { apiUrl } = useAddresses();
  const [{ kind }, setParams] = useQueryStates(historyParams, { history: "replace" });
  const shown = kind ? entries.filter((entry) => entry.kind === kind) : entries;
  const present = domainHistoryKinds.filter((one) => entries.some((entry) => entry.kind === one));
  if (entries.length === 0) {
    return (
      <EmptyState icon={IconHistory} title={t("emptyTitle")}>
        {t("empty")}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          aria-label={t("filter")}
          value={kind ?? ""}
          onChange={(event) => setParams({ kind: (event.currentTarget.value || null) as Kind | null })}
          data={[
            { value: "", label: t("all") },
            ...present.map((one) => ({ value: one, label: t(`kind_${one}`) })),
          ]}
        />
        <span role="status">
          {t("count", { count: shown.length })}
          {entries.length === domainHistoryLimit ? ` ${t("latestOnly", { limit: domainHistoryLimit })}` : ""}
        </span>
        <Button
          component="a"
          href={`${apiUrl}/domains/${encodeURIComponent(name)}/history/export`}
          variant="default"
          className={classes.export}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t("export")}
        </Button>
      </div>
      {shown.length === 0 ? (
        <NoMatches
          title={t("noMatchTitle")}
          words={t("noMatch")}
          onClear={() => void setParams({ kind: null })}
        />
      ) : null}
      {byDay(shown, timeZone).map((group) => (
        <section key={group.day} className={classes.day}>
          <Title order={2} size="h6" className={classes.date}>
            {write(group.entries[0]?.occurredAt ?? `${group.day}T12:00:00Z`, "date")}
          </Title>
          <div className={classes.entries}>
            <Timeline isContinued>
              {group.entries.map((entry) => (
                <TimelineEntry key={entry.id} icon={icons[entry.kind]} title={entry.summary}>
                  <span className={classes.who}>
                    {t(`by_${entry.actor.kind}`, { name: entry.actor.name })} ·{" "}
                    <Moment at={entry.occurredAt} detail="second" />
                  </span>
                  <Change details={entry.details} />
                </TimelineEntry>
              ))}
            </Timeline>
          </div>
        </section>
      ))}
    </>
  );
}
