import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { ContactList } from "@/features/contacts/contact-list.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("contacts"))("title") };
}

export default pageFor({ right: "contacts:read", what: "contacts", order: 1 }, async () => {
  await prefetch(getTrpc().contacts.list.queryOptions());
  return (
    <HydratePage>
      <ContactList />
    </HydratePage>
  );
});
