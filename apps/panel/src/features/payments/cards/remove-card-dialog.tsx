"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { confirmation } from "@/lib/confirmation.tsx";
import { autoRenewingDomainsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useSavedCardName } from "./use-saved-card-name.ts";

type OfCard = { card: PaymentMethod; cards: readonly PaymentMethod[] };

export const RemoveCardDialog = confirmation("payments", "removeCard", ({ card, cards }: OfCard) => {
  const t = useTranslations("payments");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const name = useSavedCardName(cards);
  // It becomes the default if `card` is the default.
  const next = cards.find(({ id }) => id !== card.id);
  return {
    mutation: trpc.payments.methods.delete.mutationOptions(),
    input: { id: card.id },
    values: {
      card: name(card),
      place: next === undefined ? "only" : card.isDefault ? "default" : "other",
      next: next === undefined ? "" : name(next),
    },
    refresh: () => queryClient.invalidateQueries(trpc.payments.methods.list.queryFilter()),
    failure: ({ code, detail }) =>
      code === "last_payment_method" ? (
        <ProblemAlert
          title={t("confirm.removeCard.failed")}
          detail={detail}
          actions={[{ href: autoRenewingDomainsPath, label: t("showAutoRenewing") }]}
        />
      ) : undefined,
  };
});
