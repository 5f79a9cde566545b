"use client";
import { Anchor, Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { batchPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import { changeNamed } from "./batch-change.ts";
import classes from "./batch-drawer.module.css";

const shownAtMost = 10;

/** Links to the results of the latest bulk changes, by any member. */
export function RecentBatches() {
  const t = useTranslations("bulk");
  const { data: batches = [] } = useQuery(useTRPC().domains.batches.list.queryOptions());
  if (batches.length === 0) {
    return null;
  }
  return (
    <Box mt={40}>
      <Section title={t("recent")}>
        <Surface padded={false}>
          <ul className={classes.items} data-inset aria-label={t("recent")}>
            {batches.slice(0, shownAtMost).map((batch) => {
              const { id, total, succeeded, failed, requestedBy, createdAt } = batch;
              const named = changeNamed(batch.change);
              return (
                <li key={id} className={classes.item}>
                  <div className={classes.name}>
                    <Anchor component={Link} href={batchPath(id)} size="sm" fw={500} c="inherit">
                      {t("recentOf", { change: named ? t(`did_${named}`) : t("someChange"), count: total })}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      <AddressText>{requestedBy.name}</AddressText> ·{" "}
                      <RelativeMoment at={createdAt} hasHappened />
                    </Text>
                  </div>
                  <Text size="sm">
                    {t("counts", { succeeded, failed, waiting: total - succeeded - failed })}
                  </Text>
                </li>
              );
            })}
          </ul>
        </Surface>
      </Section>
    </Box>
  );
}
