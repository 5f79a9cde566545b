"use client";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { ContactForm } from "./contact-form.tsx";

export function NewContactDrawer(props: {
  opened: boolean;
  onClose: () => void;
  onCreated: (contact: Contact) => void;
}) {
  const { opened, onClose, onCreated } = props;
  const t = useTranslations("contacts");
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("add")}>
      <ContactForm onSaved={onCreated} onCancel={onClose} />
    </SideDrawer>
  );
}
