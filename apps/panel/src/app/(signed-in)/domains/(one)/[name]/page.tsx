import { isShown } from "@/features/access/rights.ts";
import { DomainOverview } from "@/features/domain-page/domain-overview.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { paymentsOfDomain } from "@/features/payments/list/payment-list-params.ts";
import { requireSession } from "@/session.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export default async function DomainPage({ params }: { params: Promise<{ name: string }> }) {
  const name = await nameOfParams(params);
  const { domains, orders, zones } = getTrpc();
  const { current } = await requireSession();
  // The layout has already read the domain. The rest loads in parallel.
  await Promise.all([
    prefetch(domains.tlds.queryOptions()),
    prefetch(domains.notifications.queryOptions({ name })),
    prefetch(domains.contacts.queryOptions({ name })),
    ...(current && isShown(current, "payments:read")
      ? [prefetch(orders.payments.queryOptions(paymentsOfDomain(name)))]
      : []),
    ...(current && isShown(current, "zones:read")
      ? [prefetch(zones.find.queryOptions({ zoneName: name }))]
      : []),
  ]);
  return (
    <HydratePage>
      <DomainOverview name={name} />
    </HydratePage>
  );
}
