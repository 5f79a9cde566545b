import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OperationList } from "@/features/operations/operation-list.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operations"))("title") };
}

export default async function OperationsPage() {
  const { operations, batches } = getTrpc().domains;
  await prefetch(operations.list.queryOptions({}), batches.list.queryOptions());
  return (
    <HydratePage>
      <OperationList />
    </HydratePage>
  );
}
