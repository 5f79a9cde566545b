import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SecurityPage } from "@/features/security/security-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("security") };
}

export default async function Page() {
  const { me } = getTrpc();
  await prefetch(me.get.queryOptions(), me.sessions.queryOptions());
  return (
    <HydratePage>
      <SecurityPage />
    </HydratePage>
  );
}
