import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { ContactList } from "@/features/contacts/contact-list.tsx";
import { contactPageInputOf, loadContactListParams } from "@/features/contacts/contact-list-params.ts";
import { nextPage } from "@/lib/next-page.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetchFirstPage } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("contacts"))("title") };
}

export default pageFor(
  { right: "contacts:read", what: "contacts", order: 1 },
  async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
    const params = await loadContactListParams(searchParams);
    await prefetchFirstPage(
      getTrpc().contacts.page.infiniteQueryOptions(contactPageInputOf(params), nextPage),
    );
    return (
      <HydratePage>
        <ContactList />
      </HydratePage>
    );
  },
);
