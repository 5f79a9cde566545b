"use client";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyTimelineEntry } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { algorithmLabel, digestTypeLabel } from "@/features/dnssec/ds-names.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { keyBars } from "./key-life.ts";
import classes from "./key-timeline.module.css";

/** A timeline of the DS records at the registry. */
export function KeyTimeline({ name, registeredAt }: { name: string; registeredAt: string }) {
  const t = useTranslations("keyTimeline");
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.keyTimeline.queryOptions({ name }));
  if (query.data?.length === 0) {
    return null;
  }
  return (
    <Section title={t("title")} description={t("words")}>
      <QueryView query={query} skeleton={<Skeleton height={120} radius="lg" aria-busy />}>
        {(entries) => (
          <Surface>
            <Bars entries={entries} registeredAt={registeredAt} />
          </Surface>
        )}
      </QueryView>
    </Section>
  );
}

function Bars({ entries, registeredAt }: { entries: KeyTimelineEntry[]; registeredAt: string }) {
  const t = useTranslations("keyTimeline");
  const { from, bars } = keyBars(entries, registeredAt, useNow());
  return (
    <>
      <ol className={classes.keys}>
        {bars.map(({ entry: { dsRecord, published, removed }, start, end }) => (
          <li
            key={`${dsRecord.keyTag} ${dsRecord.algorithm} ${dsRecord.digestType} ${dsRecord.digest} ${published?.at}`}
            className={classes.key}
          >
            <div>
              <Text component="span" size="sm" fw={600} ff="monospace">
                {dsRecord.keyTag}
              </Text>
              <Text component="span" display="block" size="xs" c="dimmed">
                {algorithmLabel(dsRecord.algorithm)} · {digestTypeLabel(dsRecord.digestType)}
              </Text>
            </div>
            <div>
              <div className={classes.track} aria-hidden>
                <span
                  className={classes.bar}
                  data-stands={removed === null || undefined}
                  data-open={published === null || undefined}
                  style={{
                    insetInlineStart: `min(${start * 100}%, 100% - 8px)`,
                    insetInlineEnd: `${(1 - end) * 100}%`,
                  }}
                />
              </div>
              <Text size="xs" c="dimmed">
                {published
                  ? t.rich("published", {
                      date: () => <Moment at={published.at} detail="minute" />,
                      who: published.actor.name,
                    })
                  : t("before")}
                {" · "}
                {removed
                  ? t.rich("removed", {
                      date: () => <Moment at={removed.at} detail="minute" />,
                      who: removed.actor.name,
                    })
                  : t("stands")}
              </Text>
            </div>
          </li>
        ))}
      </ol>
      <div className={classes.axis} aria-hidden>
        <Moment at={from} />
        <span>{t("now")}</span>
      </div>
    </>
  );
}
