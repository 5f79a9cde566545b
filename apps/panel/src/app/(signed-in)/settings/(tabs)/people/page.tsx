import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { PeoplePage } from "./_parts/people-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people"))("title") };
}

export default async function Page() {
  const { members, invitations } = getTrpc();
  await prefetch(members.list.queryOptions(), invitations.list.queryOptions());
  return (
    <HydrateClient>
      <PeoplePage />
    </HydrateClient>
  );
}
