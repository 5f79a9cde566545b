import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { TransferIn } from "@/features/transfers/transfer-in.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("transferIn"))("title") };
}

export default async function TransferPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "domains:buy")) {
    return <RightMissing what="buy" order={1} />;
  }
  await prefetch(getTrpc().contacts.list.queryOptions(), getTrpc().domains.tlds.queryOptions());
  return (
    <HydratePage>
      <TransferIn />
    </HydratePage>
  );
}
