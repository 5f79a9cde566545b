"use client";
import { Select, type SelectProps } from "@mantine/core";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";

/** A contact in one line, told apart from others of the same name. */
export const contactLine = ({ name, organization, city, countryCode }: Contact) =>
  [name, organization, `${city}, ${countryCode}`].filter(Boolean).join(" · ");

type ContactSelectProps = Pick<
  SelectProps,
  "label" | "description" | "error" | "placeholder" | "clearable"
> & {
  contacts: Contact[];
  /** Null where none is chosen. */
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Where one of the workspace's contacts is chosen, by name, organisation or place. */
export function ContactSelect({ contacts, onChange, ...field }: ContactSelectProps) {
  const t = useTranslations("contacts");
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t("noneMatches")}
      clearButtonProps={{ "aria-label": t("clear") }}
      data={contacts.map((contact) => ({ value: contact.id, label: contactLine(contact) }))}
      onChange={(id) => onChange(id)}
    />
  );
}
