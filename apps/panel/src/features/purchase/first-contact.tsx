"use client";
import { IconAddressBook } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { ContactForm } from "@/features/contacts/contact-form.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

/** Creates the first contact, which every registration and transfer needs. */
export function FirstContact({ name }: { name: string }) {
  const t = useTranslations("register");
  const router = useRouter();
  const write = useRight("contacts:write");
  if (!write.has) {
    return (
      <EmptyState icon={IconAddressBook} title={t("firstContact", { name: toUnicodeName(name) })}>
        {t("firstContactMissing")}
      </EmptyState>
    );
  }
  return (
    <Section title={t("firstContact", { name: toUnicodeName(name) })} description={t("firstContactWords")}>
      <Surface>
        <div style={{ maxWidth: 560 }}>
          {/* Once the contact exists, the list refetches and the page continues. */}
          <ContactForm onSaved={() => undefined} onCancel={() => router.back()} />
        </div>
      </Surface>
    </Section>
  );
}
