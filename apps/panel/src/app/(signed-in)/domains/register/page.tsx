import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { createLoader, type SearchParams } from "nuqs/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { readRequestedName } from "@/features/purchase/read-requested-name.ts";
import { wantedNameParams } from "@/features/purchase/wanted-name-params.ts";
import { RegisterDomain } from "@/features/registration/register-domain.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

const load = createLoader(wantedNameParams);

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("register"))("title") };
}

export default async function RegisterPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { session } = await requireSession();
  if (!hasRight(session, "domains:buy")) {
    return <RightMissing what="buy" order={1} />;
  }
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
}
