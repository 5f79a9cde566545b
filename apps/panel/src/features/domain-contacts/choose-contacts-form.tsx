"use client";
import { Anchor, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type Contact, type ContactRole, type DomainContacts, domainContactsInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Domain } from "@/features/domains/domain.ts";
import { SaveButton } from "@/features/domains/save-button.tsx";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { type FieldError, useForm } from "@/ui/form/use-form.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import classes from "./contacts-of-domain.module.css";

const fieldOfRole = { registrant: "registrantId", admin: "adminId", tech: "techId" } as const;

export type ChooseContactsProps = {
  domain: Domain;
  contacts: DomainContacts;
  roles: readonly ContactRole[];
  /** Countries of eligible registrants; null means any. */
  countryCodes: string[] | null;
  onDone: () => void;
};

export function ChooseContactsForm(props: ChooseContactsProps & { offered: Contact[] }) {
  const { domain, contacts, roles, countryCodes, offered, onDone } = props;
  const t = useTranslations("domainContacts");
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const [unplacedErrors, setUnplacedErrors] = useState<FieldError[]>([]);
  const form = useForm({
    initial: {
      registrantId: contacts.registrant?.id ?? "",
      adminId: contacts.admin?.id ?? "",
      techId: contacts.tech?.id ?? "",
    },
    schema: domainContactsInput,
    toInput: ({ registrantId, adminId, techId }) => ({
      registrantId,
      adminId: adminId || undefined,
      techId: techId || undefined,
    }),
  });
  const change = useSubmit({
    mutationFn: (input: { registrantId: string; adminId?: string; techId?: string }) =>
      client.domains.changeContacts.mutate({ name: domain.name, ...input }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
    onError: (error) => setUnplacedErrors(form.showServerErrors(problemOf(error).errors)),
  });
  const { formRef } = form;
  useEffect(() => formRef.current?.querySelector("select")?.focus(), [formRef]);
  const choices = offered.map((contact) => ({ value: contact.id, label: labelOf(contact) }));
  const isFieldProblem = change.error !== null && problemOf(change.error).errors.length > 0;
  return (
    <Surface>
      <form
        ref={form.formRef}
        noValidate
        method="post"
        aria-label={t("change")}
        onSubmit={form.submit((input) => {
          setUnplacedErrors([]);
          change.mutate(input);
        })}
      >
        <Unsaved isDirty={form.isDirty && !change.isSuccess} />
        <Stack gap="md">
          <div className={classes.fields}>
            {roles.map((role) => (
              <NativeSelect
                key={role}
                label={t(`role_${role}`)}
                // Aligns the fields, although their descriptions differ in length.
                inputWrapperOrder={["label", "input", "error", "description"]}
                description={
                  role === "registrant"
                    ? countryCodes
                      ? t("registrantFrom", { countries: countryCodes.length, tld: domain.tld })
                      : t("registrantHint")
                    : t(`hint_${role}`)
                }
                data={[
                  { value: "", label: t(role === "registrant" ? "choose" : "asRegistrant") },
                  ...choices,
                ]}
                {...form.text(fieldOfRole[role])}
              />
            ))}
          </div>
          {unplacedErrors.map((problem) => (
            <ProblemAlert
              key={problem.pointer + problem.message}
              title={t("notChanged")}
              detail={`${problem.pointer} ${problem.message}`}
            />
          ))}
          {change.error && !isFieldProblem ? <Failure error={change.error} title={t("notChanged")} /> : null}
          <Text size="sm" c="dimmed">
            {t("missingOne")}{" "}
            <Anchor component={Link} href="/contacts" inherit underline="always">
              {t("toContacts")}
            </Anchor>
          </Text>
          <Group gap="xs">
            <SaveButton isPending={change.isPending}>{t("save")}</SaveButton>
            <Button variant="default" disabled={change.isPending} onClick={onDone}>
              {t("cancel")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}

const labelOf = ({ name, organization, email }: Contact) =>
  [name, organization, email].filter((part) => part !== null).join(" · ");
