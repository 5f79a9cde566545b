import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { ContactList } from "@/features/contacts/contact-list.tsx";
import { requireSession } from "@/session.ts";
import { getTrpc, HydratePage, prefetch } from "@/trpc/server.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("contacts"))("title") };
}

export default async function ContactsPage() {
  const { session } = await requireSession();
  if (!hasRight(session, "contacts:read")) {
    return <RightMissing what="contacts" order={1} />;
  }
  await prefetch(getTrpc().contacts.list.queryOptions());
  return (
    <HydratePage>
      <ContactList />
    </HydratePage>
  );
}
