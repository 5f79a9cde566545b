"use client";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { DomainSuggestion } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { hasItem, isFull, withItem, withoutItems } from "./basket.ts";
import { useBasket } from "./use-basket.ts";

/** Puts a name into the basket, and takes it out again. */
export function AddToBasket({ suggestion }: { suggestion: DomainSuggestion }) {
  const t = useTranslations("basket");
  const { basket, change } = useBasket();
  const { name, unicodeName } = suggestion;
  const isIn = hasItem(basket, name);
  const isRefused = !isIn && isFull(basket);
  return (
    <Button
      variant="default"
      px="xs"
      aria-pressed={isIn}
      aria-label={t(isIn ? "addedName" : "addName", { name: unicodeName })}
      leftSection={isIn ? <IconCheck size={16} aria-hidden /> : null}
      disabled={isRefused}
      title={isRefused ? t("full") : undefined}
      onClick={() => change((before) => (isIn ? withoutItems(before, [name]) : withItem(before, suggestion)))}
    >
      {t(isIn ? "added" : "add")}
    </Button>
  );
}
