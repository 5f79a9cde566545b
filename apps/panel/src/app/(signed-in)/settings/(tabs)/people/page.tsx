import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PeoplePage } from "@/features/people/people-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

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
