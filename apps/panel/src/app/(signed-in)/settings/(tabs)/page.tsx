import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProfilePage } from "@/features/profile/profile-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("profile") };
}

export default async function Page() {
  await prefetch(getTrpc().me.get.queryOptions());
  return (
    <HydratePage>
      <ProfilePage />
    </HydratePage>
  );
}
