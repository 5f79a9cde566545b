"use client";
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type Contact, type ContactInput, contactInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import classes from "./contact-form.module.css";

const valuesOf = (contact: Contact | undefined) => ({
  name: contact?.name ?? "",
  organization: contact?.organization ?? "",
  email: contact?.email ?? "",
  phone: contact?.phone ?? "",
  street: contact?.street.join("\n") ?? "",
  postalCode: contact?.postalCode ?? "",
  city: contact?.city ?? "",
  stateOrProvince: contact?.stateOrProvince ?? "",
  countryCode: contact?.countryCode ?? "",
});

/** Creates a contact, or edits the given one. */
export function ContactForm(props: {
  contact?: Contact;
  onSaved: (contact: Contact) => void;
  onCancel: () => void;
}) {
  const { contact, onSaved, onCancel } = props;
  const t = useTranslations("contacts");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { countries } = useCountryNames();
  const choices = useMemo(() => [{ value: "", label: t("chooseCountry") }, ...countries()], [countries, t]);
  const form = useForm({
    initial: valuesOf(contact),
    schema: contactInput,
    toInput: (values) => ({
      ...values,
      street: values.street
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    }),
  });
  const save = useSubmit({
    mutationFn: (input: ContactInput) =>
      contact
        ? client.contacts.update.mutate({ id: contact.id, ...input })
        : client.contacts.create.mutate(input),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries(trpc.contacts.pathFilter());
      onSaved(saved);
    },
    form,
  });
  return (
    <form
      ref={form.formRef}
      noValidate
      method="post"
      onSubmit={(event) => {
        // The drawer may be inside another form.
        event.stopPropagation();
        form.submit((input) => save.mutate(input))(event);
      }}
    >
      <Unsaved isDirty={form.isDirty && !save.isSuccess} />
      <Stack gap="md">
        {contact && contact.domainCount > 0 ? (
          <Text size="sm" role="note">
            {t("editChanges", { count: contact.domainCount })}
          </Text>
        ) : null}
        <TextInput label={t("name")} autoComplete="off" data-autofocus {...form.text("name")} />
        <TextInput
          label={t("organization")}
          description={t("organizationHint")}
          autoComplete="off"
          {...form.text("organization")}
        />
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...form.text("email")}
        />
        <TextInput
          label={t("phone")}
          description={t("phoneHint")}
          type="tel"
          autoComplete="off"
          placeholder="+49 30 123456"
          {...form.text("phone")}
        />
        <Textarea
          label={t("street")}
          description={t("streetHint")}
          autosize
          minRows={2}
          maxRows={4}
          {...form.text("street")}
        />
        <div className={classes.town}>
          <TextInput label={t("postalCode")} autoComplete="off" {...form.text("postalCode")} />
          <TextInput label={t("city")} autoComplete="off" {...form.text("city")} />
        </div>
        <TextInput
          label={t("stateOrProvince")}
          description={t("stateHint")}
          autoComplete="off"
          {...form.text("stateOrProvince")}
        />
        <NativeSelect
          label={t("country")}
          data={choices}
          {...form.text("countryCode")}
          error={
            form.values.countryCode === "" && form.error("countryCode")
              ? t("countryMissing")
              : form.error("countryCode")
          }
        />
        {save.failure ? (
          <FailureAlert failure={save.failure} title={contact ? t("notChanged") : t("notCreated")} />
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {contact ? t("save") : t("create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
