import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getTrpc, HydrateClient, prefetch } from "@/trpc/server.tsx";
import { nameOfParams } from "../name-of-params.ts";
import { ContactsOfDomain } from "./_parts/contacts-of-domain.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domain"))("contacts") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const name = await nameOfParams(params);
  const { domains, contacts } = getTrpc();
  await prefetch(
    domains.contacts.queryOptions({ name }),
    domains.tlds.queryOptions(),
    contacts.list.queryOptions(),
  );
  return (
    <HydrateClient>
      <ContactsOfDomain name={name} />
    </HydrateClient>
  );
}
