import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PeoplePage } from "@/features/people/people-page.tsx";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people"))("title") };
}

export default async function Page() {
  const { members, invitations } = getTrpc();
  await prefetch(members.list.queryOptions(), invitations.list.queryOptions());
  return (
    <HydratePage>
      <PeoplePage />
    </HydratePage>
  );
}
