"use client";
import { Anchor, Group, Skeleton, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNow } from "@/ui/clock.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { CardName } from "./card-name.tsx";
import { cardStateOf } from "./card-state.ts";
import type { useCardChoice } from "./use-card-choice.ts";
import { hasTwin } from "./use-saved-card-name.ts";

// Seldom shown, and with the table of statuses.
const CardStatus = dynamic(() => import("./card-expiry-text.tsx").then((module) => module.CardStatus));
const CardChoiceField = dynamic(
  () => import("./card-choice-field.tsx").then((module) => module.CardChoiceField),
  {
    loading: () => <Skeleton height={100} radius="md" />,
  },
);

/** Next to a price: the card that will be charged. "Change" shows the others. */
export function ChargedCard({ cards }: { cards: ReturnType<typeof useCardChoice> }) {
  const t = useTranslations("payments");
  const now = useNow();
  const [isChanging, setIsChanging] = useState(false);
  if (cards.isLoading) {
    return <Skeleton height={22} radius="md" />;
  }
  if (isChanging) {
    return <CardChoiceField {...cards} />;
  }
  const card = cards.cards?.find(({ id }) => id === cards.choice);
  if (card === undefined && cards.choice === "page") {
    return (
      <Text size="sm" c="dimmed">
        {t("newCardNext")}
      </Text>
    );
  }
  return (
    <Group gap="xs" wrap="wrap">
      <Text component="span" size="sm" c="dimmed">
        {t("chargedTo")}
      </Text>
      <Text component="span" size="sm" fw={600}>
        {card ? <CardName card={card} /> : t("defaultCard")}
      </Text>
      {card && hasTwin(card, cards.cards ?? []) ? (
        <Text component="span" size="sm" c="dimmed">
          {t("addedOn")} <Moment at={card.createdAt} detail="minute" />
        </Text>
      ) : null}
      {card && cardStateOf(card, now) !== "valid" ? <CardStatus card={card} /> : null}
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        aria-label={t("changeCard")}
        onClick={() => {
          setIsChanging(true);
          // Anyone who changes the only card wants another one.
          if (cards.cards?.length === 1) {
            cards.choose("page");
          }
        }}
      >
        {t("change")}
      </Anchor>
    </Group>
  );
}
