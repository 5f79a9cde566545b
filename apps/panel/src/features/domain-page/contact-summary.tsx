"use client";
import { Text } from "@mantine/core";
import { type ContactRole, contactRoles, type DomainContacts } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { domainPath } from "@/lib/paths.ts";
import { TabLink } from "./tab-link.tsx";

type RoleContact = DomainContacts[ContactRole];

/** Each contact of the domain once, with its roles. */
export function ContactSummary(props: {
  domainName: string;
  contacts: DomainContacts;
  roles: readonly ContactRole[] | undefined;
}) {
  const { domainName, contacts, roles = contactRoles } = props;
  const t = useTranslations("domainContacts");
  const nameOf = (contact: RoleContact) => {
    if (contact === null) {
      return t("notOurs");
    }
    return "name" in contact ? contact.name : t("notReadable");
  };
  const groups = Map.groupBy(roles, (role) => contacts[role]?.id);
  return [...groups].map(([id, [first, ...others]]) =>
    first === undefined ? null : (
      <div key={id ?? "none"}>
        <TabLink href={domainPath(domainName, "contacts")}>{nameOf(contacts[first])}</TabLink>
        <Text size="xs" c="dimmed">
          {[first, ...others].map((role) => t(`role_${role}`)).join(", ")}
        </Text>
      </div>
    ),
  );
}
