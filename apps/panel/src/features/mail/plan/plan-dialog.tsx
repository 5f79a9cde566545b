"use client";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { MailDomain, MailPlanSlug, Order } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChargedCard } from "@/features/payments/cards/charged-card.tsx";
import { useCharge } from "@/features/payments/cards/use-charge.ts";
import { leavePage } from "@/lib/leave-page.ts";
import { orderPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { ProblemError, problemOf } from "@/trpc/problem-of.ts";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { PlanPrice, usePlanPreview } from "./plan-price.tsx";
import { useIsUnpaid } from "./use-is-unpaid.ts";

type PlanDialogProps = {
  mail: MailDomain;
  /** A renewal is for the plan of the next term. */
  kind: "change" | "renew";
  opened: boolean;
  onClose: () => void;
};

/** Changes, renews or pays a mail plan. Shows the price and the term before anything is charged. */
export function PlanDialog({ mail, kind, opened, onClose }: PlanDialogProps) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const money = useMoney();
  const { domainName, expiresAt } = mail;
  const isUnpaid = useIsUnpaid(mail);
  const nextPlan = mail.nextPlanSlug ?? mail.planSlug;
  const [chosen, setChosen] = useState<string>();
  const planSlug = (chosen ?? nextPlan) as MailPlanSlug;
  const lines = [
    {
      kind: "mail_plan" as const,
      domainName,
      planSlug,
      ...(kind === "renew" ? { currentExpiresAt: expiresAt } : {}),
    },
  ];
  const isChange = kind === "renew" || isUnpaid || planSlug !== nextPlan;
  const preview = usePlanPreview(lines, opened && isChange);
  const charge = useCharge();
  const order = useSubmit({
    mutationFn: async (expectedTotalCents: number) =>
      assertDone(
        await client.orders.place.mutate({
          lines,
          expectedTotalCents,
          ...(expectedTotalCents > 0 ? charge.wish : {}),
        }),
      ),
    onSuccess: async ({ id, state, replacedOrders, paymentUrl }) => {
      if (paymentUrl !== undefined) {
        await leavePage(paymentUrl);
      }
      if (state !== "completed" || replacedOrders.length > 0) {
        router.push(orderPath(id));
      }
      await queryClient.invalidateQueries(trpc.mail.pathFilter());
      onClose();
    },
    onError: (error) => {
      if (problemOf(error).code === "price_changed") {
        void preview.refetch();
      }
    },
  });
  const seen = isChange ? preview.data : undefined;
  const isReady = seen !== undefined && !preview.isPlaceholderData && seen.problems.length === 0;
  const name = toUnicodeName(domainName);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(kind === "renew" ? "renewPlanTitle" : "changePlanTitle", { name })}
      submission={order}
      onConfirm={() => order.mutate(seen?.totalCents ?? 0)}
      onReset={() => setChosen(undefined)}
      submitLabel={
        isReady && seen.totalCents > 0
          ? t("payPlan", { price: money(seen.totalCents, seen.currency) })
          : t(kind === "renew" ? "renewPlan" : "changePlan")
      }
      failedTitle={t("planNotOrdered")}
      isReady={isReady}
      isDangerous={false}
      focus={kind === "renew" ? "cancel" : undefined}
    >
      {kind === "renew" ? (
        <Text size="sm">{t("renewPlanWords", { plan: t(`plan_${planSlug}`) })}</Text>
      ) : (
        <PlanChoice value={planSlug} onChange={setChosen} />
      )}
      {!isChange ? (
        <Text size="sm" c="dimmed">
          {t("presentPlan")}
        </Text>
      ) : (
        <PlanPrice preview={preview} />
      )}
      {charge.cards && isReady && seen.totalCents > 0 ? <ChargedCard cards={charge.cards} /> : null}
    </ConfirmDialog>
  );
}

/** Throws for a line that has failed, whose payment is refunded. */
function assertDone(order: Order): Order {
  const failure = order.lines[0]?.failure;
  if (failure) {
    throw new ProblemError({ code: failure.code, detail: failure.message });
  }
  return order;
}
