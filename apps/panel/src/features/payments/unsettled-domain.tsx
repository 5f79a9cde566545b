"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";
import { PayUnsettled, UnsettledNotice } from "./unsettled-notice.tsx";

/** Shown to those who see the order. */
export function UnsettledDomain({ name }: { name: string }) {
  const trpc = useTRPC();
  const { data: order } = useQuery(trpc.orders.unsettled.queryOptions({ domainName: name }));
  if (!order) {
    return null;
  }
  return (
    <UnsettledNotice unsettled={order}>
      <PayUnsettled {...order} />
    </UnsettledNotice>
  );
}
