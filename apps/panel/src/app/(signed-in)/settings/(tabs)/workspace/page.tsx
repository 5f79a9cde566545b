import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WorkspacePage } from "@/features/workspace/workspace-page.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("workspace"))("title") };
}

export default async function Page() {
  const { workspace, members } = getTrpc();
  await prefetch(workspace.get.queryOptions(), members.list.queryOptions());
  return (
    <HydratePage>
      <WorkspacePage />
    </HydratePage>
  );
}
