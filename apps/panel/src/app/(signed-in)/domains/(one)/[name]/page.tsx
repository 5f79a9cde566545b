import { DomainOverview } from "@/features/domain-page/domain-overview.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

export default async function DomainPage({ params }: { params: Promise<{ name: string }> }) {
  // The layout has already read the domain. The registry's periods load in parallel.
  const [name] = await Promise.all([nameOfParams(params), prefetch(getTrpc().domains.tlds.queryOptions())]);
  return (
    <HydratePage>
      <DomainOverview name={name} />
    </HydratePage>
  );
}
