"use client";
import { Anchor, Button, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { domainPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts, Section } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { Link } from "@/ui/link.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { ContactForm } from "./contact-form.tsx";

export function OneContactDrawer(props: { id: string | null; opened: boolean; onClose: () => void }) {
  const { id, opened, onClose } = props;
  const t = useTranslations("contacts");
  const trpc = useTRPC();
  const shown = useKeptWhileClosing(id);
  const query = useQuery(trpc.contacts.get.queryOptions(shown ? { id: shown } : skipToken));
  return (
    <SideDrawer opened={opened} onClose={onClose} title={query.data?.name ?? t("one")}>
      <QueryView
        query={query}
        skeleton={
          <Stack aria-busy="true">
            <Skeleton height={60} />
            <Skeleton height={60} />
            <Skeleton height={60} />
          </Stack>
        }
      >
        {(contact) => <OneContact key={contact.id} contact={contact} onClose={onClose} />}
      </QueryView>
    </SideDrawer>
  );
}

function OneContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const t = useTranslations("contacts");
  const write = useRight("contacts:write");
  const { countryName } = useCountryNames();
  return (
    <Stack gap={36}>
      {write.has ? (
        <ContactForm contact={contact} onSaved={onClose} onCancel={onClose} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {write.why}
          </Text>
          <Facts
            facts={[
              { name: t("name"), value: contact.name },
              { name: t("organization"), value: contact.organization ?? "–" },
              { name: t("email"), wide: true, value: contact.email },
              { name: t("phone"), value: contact.phone },
              {
                name: t("address"),
                wide: true,
                value: [
                  ...contact.street,
                  [contact.postalCode, contact.city].filter(Boolean).join(" "),
                  contact.stateOrProvince,
                  countryName(contact.countryCode),
                ]
                  .filter(Boolean)
                  .join(", "),
              },
            ]}
          />
        </>
      )}
      <DomainsOfContact contact={contact} />
      {write.has ? <DeleteContact contact={contact} onDeleted={onClose} /> : null}
      <Facts
        facts={[
          { name: t("id"), wide: true, value: <Mono label={t("id")}>{contact.id}</Mono> },
          { name: t("changed"), value: <Moment at={contact.updatedAt} detail="minute" /> },
        ]}
      />
    </Stack>
  );
}

function DomainsOfContact({ contact }: { contact: Contact }) {
  const t = useTranslations("contacts");
  const trpc = useTRPC();
  const query = useQuery(trpc.contacts.domains.queryOptions({ id: contact.id }));
  if (contact.domainCount === 0) {
    return null;
  }
  return (
    <Section title={t("domains")}>
      <QueryView query={query} skeleton={<Skeleton height={60} aria-busy />}>
        {(domains) => (
          <List size="sm" spacing={4} listStyleType="none">
            {domains.map(({ name, unicodeName }) => (
              <List.Item key={name}>
                <Anchor
                  component={Link}
                  href={domainPath(name)}
                  size="sm"
                  style={{ overflowWrap: "anywhere" }}
                >
                  {unicodeName}
                </Anchor>
              </List.Item>
            ))}
            {contact.domainCount > domains.length ? (
              <List.Item>{t("moreDomains", { count: contact.domainCount - domains.length })}</List.Item>
            ) : null}
          </List>
        )}
      </QueryView>
    </Section>
  );
}

/** Only for a contact without domains. Requires confirmation, since it can't be undone. */
function DeleteContact({ contact, onDeleted }: { contact: Contact; onDeleted: () => void }) {
  const t = useTranslations("contacts");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isUsed = contact.domainCount > 0;
  const remove = useSubmit({
    ...trpc.contacts.delete.mutationOptions(),
    onSuccess: async () => {
      onDeleted();
      queryClient.removeQueries(trpc.contacts.get.queryFilter({ id: contact.id }));
      await Promise.all([
        queryClient.invalidateQueries(trpc.contacts.list.queryFilter()),
        queryClient.invalidateQueries(trpc.contacts.page.infiniteQueryFilter()),
      ]);
    },
    // Most likely a domain has started to use it.
    onError: () => void queryClient.invalidateQueries(trpc.contacts.pathFilter()),
  });
  return (
    <Section
      title={t("delete")}
      description={isUsed ? t("deleteUsed", { count: contact.domainCount }) : t("deleteWords")}
    >
      {remove.error ? <Failure error={remove.error} title={t("notDeleted")} /> : null}
      <Group gap="xs">
        {isAsking ? (
          <>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("keep")}
            </Button>
            <Button
              color="red.8"
              loading={remove.isPending}
              onClick={() => remove.mutate({ id: contact.id })}
            >
              {t("deleteConfirm")}
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={isUsed}
            onClick={() => setIsAsking(true)}
          >
            {t("delete")}
          </Button>
        )}
      </Group>
    </Section>
  );
}
