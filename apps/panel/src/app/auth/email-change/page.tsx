import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { EmailChange } from "./_parts/email-change.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("emailChange"))("title") };
}

/** Loading the page changes nothing, because mail scanners follow links too. */
export default function EmailChangePage() {
  return (
    <NarrowPage>
      <EmailChange />
    </NarrowPage>
  );
}
