import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isShown } from "@/features/access/rights.ts";
import { ProfilePage } from "@/features/profile/profile-page.tsx";
import { requireSession } from "@/session.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("profile") };
}

export default async function Page() {
  const { me } = getTrpc();
  const { current } = await requireSession();
  await prefetch(
    me.get.queryOptions(),
    // What follows the choices would move if they came later.
    ...(current && isShown(current, "domains:read") ? [me.notifications.queryOptions()] : []),
  );
  return (
    <HydratePage>
      <ProfilePage />
    </HydratePage>
  );
}
