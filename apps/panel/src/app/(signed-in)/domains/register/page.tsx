import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { readRequestedName } from "@/features/purchase/read-requested-name.ts";
import { wantedNameParams } from "@/features/purchase/wanted-name-params.ts";
import { RegisterDomain } from "@/features/registration/register-domain.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

const load = createLoader(wantedNameParams);

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("register"))("title") };
}

export default pageFor<{ searchParams: Promise<SearchParams> }>(
  { right: "domains:buy", what: "buy", order: 1 },
  async ({ searchParams }) => {
    const name = readRequestedName((await load(searchParams)).name);
    if (name) {
      const trpc = getTrpc();
      await prefetch(
        trpc.contacts.list.queryOptions(),
        trpc.domains.tlds.queryOptions(),
        trpc.workspace.get.queryOptions(),
      );
    }
    return (
      <HydratePage>
        <RegisterDomain name={name} />
      </HydratePage>
    );
  },
);
