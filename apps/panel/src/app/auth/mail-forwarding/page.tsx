import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { MailForwarding } from "./_parts/mail-forwarding.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mailForwarding"))("title") };
}

/** Loading the page changes nothing, because mail scanners follow links too. */
export default function MailForwardingPage() {
  return (
    <NarrowPage>
      <MailForwarding />
    </NarrowPage>
  );
}
