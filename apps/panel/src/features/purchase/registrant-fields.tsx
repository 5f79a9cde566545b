"use client";
import { Anchor, Button, NativeSelect, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Contact, TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { contactLine } from "@/features/contacts/contact-line.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";

const NewContactDrawer = lazyDialog(() =>
  import("@/features/contacts/new-contact-drawer.tsx").then((module) => module.NewContactDrawer),
);

type Field = { name: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void };
type FieldOf = (role: "registrantId" | "adminId" | "techId") => Field & { error?: string };

/** The registrant, with the other roles collapsed. */
export function RegistrantFields(props: {
  contacts: Contact[];
  offer: TldOffer | undefined;
  field: FieldOf;
  onAdded: (contact: Contact) => void;
}) {
  const { contacts, offer, field, onAdded } = props;
  const t = useTranslations("register");
  const choices = contacts.map((contact) => ({ value: contact.id, label: contactLine(contact) }));
  const roles = (["admin", "tech"] as const).filter((role) => offer?.contactRoles.includes(role) ?? true);
  const hasOthers = roles.some((role) => field(`${role}Id`).value !== "" || field(`${role}Id`).error);
  const write = useRight("contacts:write");
  const [isAdding, setIsAdding] = useState(false);
  const [isMore, setIsMore] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <NativeSelect
        w="100%"
        label={t("registrant")}
        description={
          offer?.registrantCountryCodes
            ? t("registrantLimited", { tld: offer.tld, count: offer.registrantCountryCodes.length })
            : t("registrantHint")
        }
        data={[{ value: "", label: t("chooseContact") }, ...choices]}
        {...field("registrantId")}
      />
      {write.has ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          {t("addContact")}
        </Button>
      ) : null}
      {roles.length === 0 ? null : isMore || hasOthers ? (
        roles.map((role) => (
          <NativeSelect
            key={role}
            w="100%"
            label={t(role)}
            description={t(`${role}Hint`)}
            data={[{ value: "", label: t("asRegistrant") }, ...choices]}
            {...field(`${role}Id`)}
          />
        ))
      ) : (
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setIsMore(true)}>
          {t("moreContacts")}
        </Anchor>
      )}
      <NewContactDrawer
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onCreated={(contact) => {
          onAdded(contact);
          setIsAdding(false);
        }}
      />
    </Stack>
  );
}
