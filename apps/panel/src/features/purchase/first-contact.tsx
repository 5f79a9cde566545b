"use client";
import { IconAddressBook } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { ContactForm } from "@/features/contacts/contact-form.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

/** Before anything can be registered or transferred, there has to be somebody who it belongs to. */
export function FirstContact({ name }: { name: string }) {
  const t = useTranslations("register");
  const router = useRouter();
  const write = useRight("contacts:write");
  if (!write.has) {
    return (
      <EmptyState icon={IconAddressBook} title={t("firstContact", { name: ownScript(name) })}>
        {t("firstContactMissing")}
      </EmptyState>
    );
  }
  return (
    <Section title={t("firstContact", { name: ownScript(name) })} description={t("firstContactWords")}>
      <Surface>
        <div style={{ maxWidth: 560 }}>
          {/* Once it is there, the list of contacts has one, and the page goes on by itself. */}
          <ContactForm onSaved={() => undefined} onCancel={() => router.back()} />
        </div>
      </Surface>
    </Section>
  );
}
