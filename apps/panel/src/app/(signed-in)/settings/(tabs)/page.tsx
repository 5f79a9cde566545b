import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { ProfilePage } from "./_parts/profile-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("profile") };
}

export default async function Page() {
  await prefetch(getTrpc().me.get.queryOptions());
  return (
    <HydrateClient>
      <ProfilePage />
    </HydrateClient>
  );
}
