"use client";
import { Anchor, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type BatchContacts, contactRoles } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { contactLine } from "@/features/contacts/contact-line.ts";
import { Failure } from "@/lib/failure.tsx";
import { contactsPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";

/** A contact for each role; a role without a choice keeps what each domain has. */
export function ContactRoleFields(props: {
  contacts: BatchContacts;
  onChange: (contacts: BatchContacts) => void;
  error: string | undefined;
}) {
  const { contacts, onChange, error } = props;
  const t = useTranslations("bulk");
  const ofDomain = useTranslations("domainContacts");
  const offered = useQuery(useTRPC().contacts.list.queryOptions());
  if (offered.isError) {
    return (
      <Failure
        error={offered.error}
        title={ofDomain("contactsNotLoaded")}
        onRetry={() => void offered.refetch()}
      />
    );
  }
  if (!offered.data) {
    return <Skeleton height={160} radius="md" aria-busy />;
  }
  return (
    <Stack gap="sm">
      {contactRoles.map((role, index) => (
        <NativeSelect
          key={role}
          label={ofDomain(`role_${role}`)}
          data={[
            { value: "", label: t("keepContact") },
            ...offered.data.map((contact) => ({ value: contact.id, label: contactLine(contact) })),
          ]}
          value={contacts[`${role}Id`] ?? ""}
          onChange={(event) =>
            onChange({ ...contacts, [`${role}Id`]: event.currentTarget.value || undefined })
          }
          error={index === 0 ? error : undefined}
          data-autofocus={index === 0 || undefined}
        />
      ))}
      <Text size="sm" c="dimmed">
        {ofDomain("missingOne")}{" "}
        <Anchor component={Link} href={contactsPath} inherit underline="always">
          {ofDomain("toContacts")}
        </Anchor>
      </Text>
    </Stack>
  );
}
