import { DomainOverview } from "@/features/domain-page/domain-overview.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";

export default async function DomainPage({ params }: { params: Promise<{ name: string }> }) {
  // The layout has read the domain already; the registry's periods come beside it.
  const [name] = await Promise.all([nameOfParams(params), prefetch(getTrpc().domains.tlds.queryOptions())]);
  return (
    <HydrateClient>
      <DomainOverview name={name} />
    </HydrateClient>
  );
}
