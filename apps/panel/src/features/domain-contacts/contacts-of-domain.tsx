"use client";
import { Button, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { contactRoles, type DomainContacts, type TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { DomainOverviewSkeleton } from "@/features/domains/domain-overview-skeleton.tsx";
import { PendingChange } from "@/features/domains/pending-change.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { ChangeContacts } from "./change-contacts.tsx";
import classes from "./contacts-of-domain.module.css";

export function ContactsOfDomain({ name }: { name: string }) {
  const trpc = useTRPC();
  const domain = useQuery(trpc.domains.get.queryOptions({ name }));
  const contacts = useQuery(trpc.domains.contacts.queryOptions({ name }));
  const { data: offers } = useQuery(trpc.domains.tlds.queryOptions());
  return (
    <QueryView query={domain} skeleton={<DomainOverviewSkeleton />}>
      {(domain) => (
        <QueryView query={contacts} skeleton={<DomainOverviewSkeleton />}>
          {(contacts) => (
            <Contacts
              domain={domain}
              contacts={contacts}
              offer={offers?.find(({ tld }) => tld === domain.tld)}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function Contacts(props: { domain: Domain; contacts: DomainContacts; offer: TldOffer | undefined }) {
  const { domain, contacts, offer } = props;
  const t = useTranslations("domainContacts");
  const write = useRight("domains:write");
  const read = useRight("contacts:read");
  const [isChanging, setIsChanging] = useState(false);
  const changeRef = useRef<HTMLButtonElement>(null);
  const roles = offer?.contactRoles ?? contactRoles;
  const why =
    write.why ??
    read.why ??
    (domain.status === "active" || domain.status === "expired" ? undefined : t("notNow"));
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        isChanging ? null : (
          <Button
            ref={changeRef}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            disabled={why !== undefined}
            onClick={() => setIsChanging(true)}
          >
            {t("change")}
          </Button>
        )
      }
    >
      <PendingChange domain={domain} kind="contact_change" />
      {why ? (
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      ) : null}
      {isChanging ? (
        <ChangeContacts
          domain={domain}
          contacts={contacts}
          roles={roles}
          countryCodes={offer?.registrantCountryCodes ?? null}
          onDone={() => {
            flushSync(() => setIsChanging(false));
            changeRef.current?.focus();
          }}
        />
      ) : (
        <div className={classes.cards}>
          {roles.map((role) => (
            <Surface key={role}>
              <section aria-label={t(`role_${role}`)}>
                <Text size="xs" c="dimmed" mb={6}>
                  {t(`role_${role}`)}
                </Text>
                <ContactCard contact={contacts[role]} />
              </section>
            </Surface>
          ))}
        </div>
      )}
    </Section>
  );
}

function ContactCard({ contact }: { contact: DomainContacts["registrant"] }) {
  const t = useTranslations("domainContacts");
  const { countryName } = useCountryNames();
  if (!contact || !("name" in contact)) {
    return (
      <Text size="sm" c="dimmed">
        {t(contact ? "notReadable" : "notOurs")}
      </Text>
    );
  }
  const place = [contact.postalCode, contact.city].filter(Boolean).join(" ");
  return (
    <div className={classes.card}>
      <b>{contact.name}</b>
      {[
        contact.organization,
        ...contact.street,
        place,
        contact.stateOrProvince,
        countryName(contact.countryCode),
      ].map((line) => (line ? <span key={line}>{line}</span> : null))}
      <span className={classes.reach}>{contact.email}</span>
      <span className={classes.reach}>{contact.phone}</span>
    </div>
  );
}
