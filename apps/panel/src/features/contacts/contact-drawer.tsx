"use client";
import { Drawer } from "@mantine/core";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { ContactForm } from "./contact-form.tsx";

/** A new contact, made at the side of whatever needs one. */
export function NewContactDrawer(props: {
  opened: boolean;
  onClose: () => void;
  onCreated: (contact: Contact) => void;
}) {
  const { opened, onClose, onCreated } = props;
  const t = useTranslations("contacts");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={t("add")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <ContactForm onSaved={onCreated} onCancel={onClose} />
    </Drawer>
  );
}
