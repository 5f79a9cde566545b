"use client";
import { Group, Radio, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import classes from "./card-choice.module.css";
import { CardExpiry, CardExpiryStatus } from "./card-expiry-text.tsx";
import { CardName } from "./card-name.tsx";
import { type CardChoice, preselectedCard } from "./card-wish.ts";

/** The cards to choose from, and the choice: the default card, until a person makes another one. */
export function useCardChoice() {
  const trpc = useTRPC();
  const read = useRight("payments:read");
  const query = useQuery({ ...trpc.payments.methods.list.queryOptions(), enabled: read.has });
  const [chosen, setChosen] = useState<CardChoice>();
  const cards = read.has ? query.data : undefined;
  const isLoading = read.has && query.isLoading;
  return { cards, isLoading, choice: chosen ?? preselectedCard(cards), choose: setChosen };
}

/** A saved card, or the payment processor's page, on which a person enters another one. */
export function CardChoiceField({ cards, isLoading, choice, choose }: ReturnType<typeof useCardChoice>) {
  const t = useTranslations("payments");
  if (isLoading) {
    return <Skeleton height={100} radius="md" />;
  }
  return (
    <Radio.Group label={t("payWith")} value={choice} onChange={choose}>
      <Stack gap="xs" mt={6}>
        {cards === undefined ? (
          <Choice value="default" title={t("defaultCard")} words={t("defaultCardWords")} />
        ) : (
          cards.map((card) => <SavedCard key={card.id} card={card} />)
        )}
        <Choice
          value="page"
          title={t(cards?.length === 0 ? "newCard" : "otherCard")}
          words={t("otherCardWords")}
        />
      </Stack>
    </Radio.Group>
  );
}

function SavedCard({ card }: { card: PaymentMethod }) {
  const t = useTranslations("payments");
  return (
    <Choice
      value={card.id}
      title={<CardName card={card} />}
      words={
        <Group component="span" gap="xs">
          <span>
            {t("expires")} <CardExpiry card={card} />
          </span>
          {card.isDefault ? <span>{t("default")}</span> : null}
          <CardExpiryStatus card={card} />
        </Group>
      }
    />
  );
}

function Choice({ value, title, words }: { value: string; title: ReactNode; words: ReactNode }) {
  return (
    <Radio.Card value={value} className={classes.choice}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} />
        <div>
          <Text component="span" display="block" size="sm" fw={600}>
            {title}
          </Text>
          <Text component="span" display="block" size="sm" c="dimmed">
            {words}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}
