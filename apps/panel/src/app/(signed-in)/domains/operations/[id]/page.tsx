import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OperationPage } from "@/features/operations/operation-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operations"))("one") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const id = decodeURIComponent((await params).id);
  await prefetchOrNotFound(getTrpc().domains.operations.get.queryOptions({ id }));
  return (
    <HydratePage>
      <OperationPage id={id} />
    </HydratePage>
  );
}
