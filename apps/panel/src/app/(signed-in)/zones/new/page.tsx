import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { domainChoicesInput } from "@/features/domain-choice/domain-choices.ts";
import { NewZone } from "@/features/zones/creation/new-zone.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("zones"))("createTitle") };
}

type Props = { searchParams: Promise<{ name?: string | string[] }> };

export default pageFor<Props>({ right: "zones:write", what: "zonesWrite" }, async ({ searchParams }) => {
  const { name } = await searchParams;
  await prefetch(getTrpc().domains.page.queryOptions(domainChoicesInput("", "active")));
  return (
    <HydratePage>
      <NewZone name={typeof name === "string" ? name : ""} />
    </HydratePage>
  );
});
