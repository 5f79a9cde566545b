"use client";
import { useQuery } from "@tanstack/react-query";
import type { Order, OrderLineInput } from "@zonepost/schema";
import { leavePage } from "@/lib/leave-page.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { ProblemError } from "@/trpc/problem-of.ts";
import { wishOf } from "./card-wish.ts";
import { useCardChoice } from "./use-card-choice.ts";

/** The card that one operation will be charged to, and the order that charges it. */
export function useCharge() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const cards = useCardChoice();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const isOn = current?.paymentsOn === true;
  const isDefault =
    cards.choice === "default" || cards.cards?.find(({ id }) => id === cards.choice)?.isDefault === true;
  return {
    /** Undefined while payments are off: then nothing is charged. */
    cards: isOn ? cards : undefined,
    /** How the API is asked to charge the choice. Without a wish, it charges the default card. */
    wish: !isOn || isDefault ? {} : wishOf(cards.choice),
    /** Orders with the default card unless another was chosen. A page on which a person pays opens at once. */
    pay: async <Ordered>(
      priceCents: number | null | undefined,
      line: OrderLineInput,
      withDefaultCard: () => Promise<Ordered>,
    ): Promise<Ordered | Order> => {
      if (!isOn || isDefault || !priceCents) {
        return withDefaultCard();
      }
      const order = await client.orders.place.mutate({ lines: [line], ...wishOf(cards.choice) });
      const failure = order.lines[0]?.failure;
      if (failure) {
        throw new ProblemError({ code: failure.code, detail: failure.message });
      }
      if (order.paymentUrl !== undefined) {
        await leavePage(order.paymentUrl);
      }
      return order;
    },
  };
}
