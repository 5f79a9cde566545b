"use client";
import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Order } from "@zonepost/schema";
import type { OrderDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { CardChoiceField } from "@/features/payments/cards/card-choice-field.tsx";
import { wishOf } from "@/features/payments/cards/card-wish.ts";
import { useCardChoice } from "@/features/payments/cards/use-card-choice.ts";
import { leavePage } from "@/lib/leave-page.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

/** Without a page of the processor, the API names the page that is already open. */
const withoutOwnLinks = ({ code, paymentUrl }: { code?: string; paymentUrl?: string }) => ({
  orderHref: undefined,
  paymentUrl: code === "payment_page_unavailable" ? undefined : paymentUrl,
});

/** Pays an order again: with a saved card, or on the payment processor's page, which returns here. */
export function PayOrder({ order }: { order: OrderDetails }) {
  const client = useTRPCClient();
  return (
    <PayForm
      order={order}
      totalCents={order.totalCents}
      send={(wish) => client.orders.pay.mutate({ id: order.id, ...wish })}
    />
  );
}

/** Pays what a lost dispute has taken back of an order, with an order of its own. */
export function SettleOrder({ order }: { order: OrderDetails }) {
  const client = useTRPCClient();
  return (
    <PayForm
      order={{ ...order, paymentFailure: null }}
      totalCents={order.unsettled?.amountCents ?? 0}
      send={(wish) => client.orders.settle.mutate({ id: order.id, ...wish })}
    />
  );
}

type PayFormProps = {
  order: Pick<OrderDetails, "currency" | "paymentFailure">;
  totalCents: number;
  send: (wish: ReturnType<typeof wishOf>) => Promise<Order>;
};

function PayForm({ order, totalCents, send }: PayFormProps) {
  const t = useTranslations("orders");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const money = useMoney();
  const cards = useCardChoice();
  const wish = wishOf(cards.choice);
  const readAgain = () => queryClient.invalidateQueries(trpc.orders.pathFilter());
  const pay = useSubmit({
    mutationFn: send,
    isRepeatable: true,
    onSuccess: (paid) =>
      paid.state === "awaiting_payment" && paid.paymentUrl !== undefined
        ? leavePage(paid.paymentUrl)
        : readAgain(),
    onError: async (error) => {
      const { code, paymentUrl } = problemOf(error);
      if (code === "authentication_required" && paymentUrl !== undefined) {
        await leavePage(paymentUrl);
      }
      await readAgain();
    },
  });
  const { paymentFailure, currency } = order;
  const hasAsked = pay.failure?.code === "authentication_required";
  return (
    <Stack gap="md" align="flex-start">
      {pay.failure && !hasAsked ? (
        <FailureAlert failure={{ ...pay.failure, ...withoutOwnLinks(pay.failure) }} title={t("notPaid")} />
      ) : paymentFailure && !pay.isPending ? (
        <ProblemAlert title={t("notPaid")} detail={`${paymentFailure.message} ${t("nothingCharged")}`} />
      ) : null}
      <CardChoiceField {...cards} />
      <Button loading={pay.isPending} disabled={cards.isLoading} onClick={() => pay.mutate(wish)}>
        {wish.hosted ? t("payOnPage") : t("pay", { total: money(totalCents, currency) })}
      </Button>
      {wish.hosted ? (
        <Text size="sm" c="dimmed">
          {t("payOnPageWords")}
        </Text>
      ) : null}
    </Stack>
  );
}
