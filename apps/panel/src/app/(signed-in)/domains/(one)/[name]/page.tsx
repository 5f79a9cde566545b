import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { DomainOverview } from "./_parts/domain-overview.tsx";
import { nameOfParams } from "./name-of-params.ts";

export default async function DomainPage({ params }: { params: Promise<{ name: string }> }) {
  // The layout has read the domain already; the registry's periods come beside it.
  const [name] = await Promise.all([nameOfParams(params), prefetch(getTrpc().domains.tlds.queryOptions())]);
  return (
    <HydrateClient>
      <DomainOverview name={name} />
    </HydrateClient>
  );
}
