"use client";
import { useTRPCClient } from "@/trpc/client.tsx";
import { type BasketItem, withoutItems } from "./basket.ts";
import type { useBasket } from "./use-basket.ts";

/** Takes items out of the basket. The auth codes of transfers are deleted at the server at once, or after a day. */
export function useRemoveItems(change: ReturnType<typeof useBasket>["change"]) {
  const client = useTRPCClient();
  return (items: readonly BasketItem[]) => {
    change((before) =>
      withoutItems(
        before,
        items.map(({ name }) => name),
      ),
    );
    const names = items.flatMap(({ kind, name }) => (kind === "transfer_in" ? name : []));
    if (names.length > 0) {
      client.orders.deleteTransferCodes.mutate({ names }).catch(() => undefined);
    }
  };
}
