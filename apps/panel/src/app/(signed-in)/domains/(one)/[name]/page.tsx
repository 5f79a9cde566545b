import { DomainOverview } from "./_parts/domain-overview.tsx";
import { nameOfParams } from "./name-of-params.ts";

export default async function DomainPage({ params }: { params: Promise<{ name: string }> }) {
  // The layout has read the domain already.
  return <DomainOverview name={await nameOfParams(params)} />;
}
