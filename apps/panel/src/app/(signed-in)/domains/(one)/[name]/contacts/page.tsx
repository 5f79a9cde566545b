import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContactsOfDomain } from "@/features/domain-contacts/contacts-of-domain.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

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
    <HydratePage>
      <ContactsOfDomain name={name} />
    </HydratePage>
  );
}
