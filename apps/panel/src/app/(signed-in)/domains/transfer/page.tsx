import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { TransferIn } from "@/features/transfers/transfer-in.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("transferIn"))("title") };
}

export default pageFor({ right: "domains:buy", what: "buy", order: 1 }, async () => {
  await prefetch(getTrpc().contacts.list.queryOptions(), getTrpc().domains.tlds.queryOptions());
  return (
    <HydratePage>
      <TransferIn />
    </HydratePage>
  );
});
