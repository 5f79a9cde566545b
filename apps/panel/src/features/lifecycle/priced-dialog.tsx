"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DomainOperationPreview, OrderedOperation, OrderLineInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { ChargedCard } from "@/features/payments/cards/charged-card.tsx";
import { useCharge } from "@/features/payments/cards/use-charge.ts";
import { orderOnlyPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { PreviewFacts } from "./preview-facts.tsx";

type PricedDialogProps<Input> = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** A change of the purchase requests a new preview. */
  input: Input;
  preview: (input: Input) => Promise<DomainOperationPreview>;
  buy: (input: Input & { expectedPriceCents?: number | undefined }) => Promise<OrderedOperation>;
  /** The same purchase as a line of an order, for a card other than the default. */
  lineOf: (input: Input & { expectedPriceCents?: number | undefined }) => OrderLineInput;
  kind: "renew" | "restore";
  failedTitle: string;
  /** Without fields, the cancel button gets the focus. */
  hasFields?: boolean;
  onReset?: () => void;
  children: ReactNode;
};

/** Confirms an operation that costs money. Shows the price and the new expiry date before anything is sent. */
export function PricedDialog<Input extends object>(props: PricedDialogProps<Input>) {
  const { opened, onClose, input, kind, hasFields = false, children, ...dialog } = props;
  const t = useTranslations("domainActs");
  const money = useMoney();
  const router = useRouter();
  const refresh = useRefreshDomains();
  const preview = useQuery({
    queryKey: ["domains", "preview", kind, input],
    queryFn: () => props.preview(input),
    enabled: opened,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const charge = useCharge();
  const purchase = useSubmit({
    mutationFn: (expectedPriceCents: number | undefined) => {
      const wanted = { ...input, expectedPriceCents };
      return charge.pay(expectedPriceCents, props.lineOf(wanted), () => props.buy(wanted));
    },
    onSuccess: async (ordered) => {
      const orderPath = orderOnlyPath(ordered);
      if (orderPath !== undefined) {
        router.push(orderPath);
      }
      await refresh();
      onClose();
    },
    onError: (error) => {
      void (problemOf(error).code === "price_changed" ? preview.refetch() : refresh());
    },
  });
  const seen = preview.data;
  const isReady = seen !== undefined && !preview.isPlaceholderData && seen.wouldSucceed;
  const price =
    isReady && seen.priceCents !== null && seen.currency !== null
      ? money(seen.priceCents, seen.currency)
      : undefined;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={dialog.title}
      submission={purchase}
      onConfirm={() => purchase.mutate(seen?.priceCents ?? undefined)}
      onReset={dialog.onReset}
      submitLabel={price === undefined ? t(kind) : t(`${kind}For`, { price })}
      failedTitle={dialog.failedTitle}
      isReady={isReady}
      isDangerous={false}
      focus={hasFields ? undefined : "cancel"}
    >
      {children}
      <PreviewFacts query={preview} />
      {charge.cards && isReady && seen.priceCents ? <ChargedCard cards={charge.cards} /> : null}
    </ConfirmDialog>
  );
}
