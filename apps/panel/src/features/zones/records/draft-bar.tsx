"use client";
import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./records.module.css";

/** What isn't published yet. Discarding asks once more, since it can't be undone. */
export function DraftBar(props: { count: number; onReview: () => void; onDiscard: () => void }) {
  const { count, onReview, onDiscard } = props;
  const t = useTranslations("zoneRecords");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className={classes.draft} aria-label={t("draft")}>
      <Text size="sm" fw={500} role="status">
        {isAsking ? t("discardQuestion", { count }) : t("draftCount", { count })}
      </Text>
      <Group gap="xs">
        {isAsking ? (
          <>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("keep")}
            </Button>
            <Button color="red.8" onClick={onDiscard}>
              {t("discard")}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t("discard")}
            </Button>
            <Button onClick={onReview}>{t("review")}</Button>
          </>
        )}
      </Group>
    </section>
  );
}
