"use client";
import { ActionIcon } from "@mantine/core";
import { IconShoppingCartCheck, IconShoppingCartPlus } from "@tabler/icons-react";
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
  const Icon = isIn ? IconShoppingCartCheck : IconShoppingCartPlus;
  return (
    <ActionIcon
      variant={isIn ? "light" : "default"}
      size="input-sm"
      aria-pressed={isIn}
      aria-label={t(isIn ? "addedName" : "addName", { name: unicodeName })}
      disabled={isRefused}
      title={isRefused ? t("full") : t(isIn ? "added" : "add")}
      onClick={() => change((before) => (isIn ? withoutItems(before, [name]) : withItem(before, suggestion)))}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
}
