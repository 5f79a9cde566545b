import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OperatorPage } from "@/features/operator/operator-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchOrNotFound } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator"))("title") };
}

/** To everyone but operators, the page doesn't exist either. */
export default async function Page() {
  await prefetchOrNotFound(getTrpc().operator.payments.queryOptions({ needs: "any" }));
  return (
    <HydratePage>
      <OperatorPage />
    </HydratePage>
  );
}
