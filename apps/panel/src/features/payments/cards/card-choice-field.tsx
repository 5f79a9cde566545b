"use client";
import { Group, Radio, Skeleton, Stack, Text } from "@mantine/core";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNow } from "@/ui/clock.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import classes from "./card-choice-field.module.css";
import { expiryStateOf } from "./card-expiry.ts";
import { CardExpiry, CardStatus } from "./card-expiry-text.tsx";
import { CardName } from "./card-name.tsx";
import type { useCardChoice } from "./use-card-choice.ts";
import { hasTwin } from "./use-saved-card-name.ts";

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
          cards.map((card) => <SavedCard key={card.id} card={card} isTwin={hasTwin(card, cards)} />)
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

function SavedCard({ card, isTwin }: { card: PaymentMethod; isTwin: boolean }) {
  const t = useTranslations("payments");
  const isExpired = expiryStateOf(card, useNow()) === "expired";
  return (
    <Choice
      value={card.id}
      isDisabled={isExpired}
      title={<CardName card={card} />}
      words={
        <Group component="span" gap="xs">
          <span>
            {t("expires")} <CardExpiry card={card} />
          </span>
          {isTwin ? (
            <span>
              {t("addedOn")} <Moment at={card.createdAt} detail="minute" />
            </span>
          ) : null}
          {card.isDefault ? <span>{t("default")}</span> : null}
          <CardStatus card={card} />
          {isExpired ? <span>{t("expiredWhy")}</span> : null}
        </Group>
      }
    />
  );
}

function Choice(props: { value: string; title: ReactNode; words: ReactNode; isDisabled?: boolean }) {
  const { value, title, words, isDisabled = false } = props;
  return (
    <Radio.Card value={value} disabled={isDisabled} className={classes.choice}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} disabled={isDisabled} />
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
