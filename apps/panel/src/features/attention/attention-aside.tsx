"use client";
import { Button, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AttentionItem } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import classes from "./attention.module.css";
import { AttentionItemText } from "./attention-item-text.tsx";
import { usePutAside } from "./use-put-aside.ts";

/** What this person has snoozed or muted, and the way back. */
export function AttentionAside({ snoozed }: { snoozed: readonly AttentionItem[] }) {
  const t = useTranslations("attention");
  const trpc = useTRPC();
  const write = useMomentText();
  const { data: muted = [] } = useQuery(trpc.attention.list.queryOptions({ muted: "true" }));
  const { unsnooze, unmute, error } = usePutAside();
  if (snoozed.length + muted.length === 0) {
    return null;
  }
  return (
    <section aria-label={t("aside")} className={classes.aside}>
      <Title order={3} size="h5">
        {t("aside")}
      </Title>
      {error ? <Failure error={error} title={t("notPutAside")} /> : null}
      <ul className={classes.list}>
        {[...snoozed, ...muted].map((item) => (
          <li key={item.id} className={classes.row}>
            <div className={classes.text}>
              <AttentionItemText item={item} />
              <div className={classes.sentence}>
                {item.snoozedUntil === null
                  ? t("muted")
                  : t("snoozedUntil", { date: write(item.snoozedUntil, "date") })}
              </div>
            </div>
            <Button
              size="xs"
              variant="default"
              style={{ flex: "none" }}
              aria-label={t("actFor", { act: t("showAgain"), name: item.subject.name })}
              onClick={() => (item.snoozedUntil === null ? unmute : unsnooze).mutate({ id: item.id })}
            >
              {t("showAgain")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
