"use client";
import { ActionIcon } from "@mantine/core";
import { IconCircleCheck, IconDots, IconTrash } from "@tabler/icons-react";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";
import { expiryStateOf } from "./card-expiry.ts";
import { useSavedCardName } from "./use-saved-card-name.ts";

export type CardActs = {
  onMakeDefault: (card: PaymentMethod) => void;
  onRemove: (card: PaymentMethod) => void;
};

type OfCard = { card: PaymentMethod; cards: readonly PaymentMethod[]; isPending: boolean };

export function CardMenu(props: OfCard & CardActs) {
  const { card, cards, isPending, onMakeDefault, onRemove } = props;
  const t = useTranslations("payments");
  const name = useSavedCardName(cards);
  const isExpired = expiryStateOf(card, useNow()) === "expired";
  return (
    <ActionMenu
      width={200}
      actions={[
        ...(card.isDefault
          ? []
          : [
              {
                label: t("makeDefault"),
                icon: IconCircleCheck,
                onClick: () => onMakeDefault(card),
                unavailable: isExpired ? t("expiredWhy") : undefined,
              },
            ]),
        { label: t("remove"), icon: IconTrash, onClick: () => onRemove(card), isDangerous: true },
      ]}
      target={(target) => (
        <ActionIcon
          {...target}
          variant="subtle"
          color="gray"
          size="lg"
          loading={isPending}
          aria-label={t("actsOn", { card: name(card) })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
