"use client";
import { Button, Checkbox, NativeSelect, Stack, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type Contact,
  type DomainOperation,
  type DomainOperationPreview,
  domainContactsInput,
  registrationInput,
} from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { useRight } from "@/features/access/use-right.ts";
import { contactLine, mostUsedContact } from "@/features/contacts/contact-line.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { withContacts } from "@/features/purchase/chosen-contacts.ts";
import classes from "@/features/purchase/purchase.module.css";
import { PurchaseSummary } from "@/features/purchase/purchase-summary.tsx";
import { RegistrantFields } from "@/features/purchase/registrant-fields.tsx";
import { usePreview } from "@/features/purchase/use-preview.ts";
import { Failure } from "@/lib/failure.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { domainPath, operationPath } from "@/lib/paths.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { nameserverLines, withLine } from "./nameserver-lines.ts";

const { shape } = registrationInput;
const schema = z
  .object({
    years: shape.years,
    ...domainContactsInput.shape,
    nameservers: nameserverLines,
    autoRenew: shape.autoRenew,
    whoisPrivacy: shape.whoisPrivacy,
  })
  .transform(withContacts);
type Wanted = z.output<typeof schema> & { name: string };

const NewContactDrawer = lazyDialog(() =>
  import("@/features/contacts/new-contact-drawer.tsx").then((module) => module.NewContactDrawer),
);

export function RegistrationForm({ name, contacts }: { name: string; contacts: Contact[] }) {
  const t = useTranslations("register");
  const router = useRouter();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const money = useMoney();
  const refresh = useRefreshDomains();
  const writeContacts = useRight("contacts:write");
  const [isAdding, setIsAdding] = useState(false);
  const tlds = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000 });
  const offer = tlds.data?.find(({ tld }) => name.endsWith(`.${tld}`));
  const form = useForm({
    initial: {
      years: "1",
      registrantId: mostUsedContact(contacts)?.id ?? "",
      adminId: "",
      techId: "",
      nameservers: "",
      autoRenew: true,
      whoisPrivacy: true,
    },
    schema,
    toInput: ({ years, adminId, techId, whoisPrivacy, ...others }) => ({
      ...others,
      years: Number(years),
      adminId: adminId || undefined,
      techId: techId || undefined,
      whoisPrivacy: whoisPrivacy && offer?.whoisPrivacy !== false,
    }),
  });
  const wanted: Wanted | undefined = form.parsed && { name, ...form.parsed };
  const { query, preview, isFresh } = usePreview(
    "registration",
    wanted,
    async (input) =>
      (await client.domains.register.mutate({ ...input, dryRun: true })) as DomainOperationPreview,
  );
  const register = useMutation({
    mutationFn: async (input: Wanted & { expectedPriceCents?: number }) =>
      (await client.domains.register.mutate(input)) as DomainOperation,
    onSuccess: async (operation) => {
      router.push(operation.state === "succeeded" ? domainPath(name) : operationPath(operation.id));
      await refresh();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
      // The price or the name's state may have changed: what is shown is asked anew.
      void query.refetch();
    },
  });
  const problemOfField = (field: string) => {
    const problem = isFresh
      ? preview?.problems.find(({ pointer }) => pointer?.split("/").includes(field))
      : undefined;
    return problem?.pointer
      ? withLine({ pointer: problem.pointer, message: problem.message }, form.values.nameservers)
      : undefined;
  };
  const errorOf = (field: keyof typeof form.values) => form.error(field) ?? problemOfField(field);
  const placed = ["years", "registrantId", "adminId", "techId", "nameservers"];
  const failure =
    register.error && problemOf(register.error).errors.length === 0 ? register.error : undefined;
  const yearCents =
    preview?.priceCents && preview.years
      ? preview.priceCents / preview.years
      : offer?.prices?.registerYearCents;
  const currency = preview?.currency ?? offer?.currency ?? "EUR";
  const maxYears = offer?.maxYears ?? 10;
  const registrant = contacts.find(({ id }) => id === form.values.registrantId);
  const { values } = form;
  const mayRegister = isFresh && preview?.wouldSucceed === true;
  return (
    <>
      <form
        ref={form.formRef}
        noValidate
        className={classes.columns}
        onSubmit={form.submit((input) => {
          if (mayRegister && !register.isPending) {
            register.mutate({ name, ...input, expectedPriceCents: preview.priceCents ?? undefined });
          }
        })}
      >
        <div>
          <Section title={t("term")}>
            <Surface>
              <Stack gap="md">
                <NativeSelect
                  label={t("years")}
                  maw={320}
                  data={Array.from({ length: maxYears }, (_, index) => ({
                    value: String(index + 1),
                    label: yearCents
                      ? t("yearsFor", { count: index + 1, price: money(yearCents * (index + 1), currency) })
                      : t("yearCount", { count: index + 1 }),
                  }))}
                  {...form.text("years")}
                  error={errorOf("years")}
                />
                <Checkbox
                  label={t("autoRenew")}
                  description={t("autoRenewHint")}
                  checked={values.autoRenew}
                  onChange={(event) => form.set("autoRenew", event.currentTarget.checked)}
                />
              </Stack>
            </Surface>
          </Section>
          <Section title={t("contacts")}>
            <Surface>
              <Stack gap="md">
                <RegistrantFields
                  contacts={contacts}
                  offer={offer}
                  field={(role) => ({ ...form.text(role), error: errorOf(role) })}
                  mayAdd={writeContacts.has}
                  onAdd={() => setIsAdding(true)}
                />
                {offer?.whoisPrivacy === false ? null : (
                  <Checkbox
                    label={t("privacy")}
                    description={t("privacyHint")}
                    checked={values.whoisPrivacy}
                    onChange={(event) => form.set("whoisPrivacy", event.currentTarget.checked)}
                  />
                )}
              </Stack>
            </Surface>
          </Section>
          <Section title={t("nameservers")}>
            <Surface>
              <Textarea
                label={t("nameserverList")}
                description={t("nameserverHint", { name: ownScript(name) })}
                placeholder={`ns1.example.net\nns2.example.net`}
                autosize
                minRows={3}
                maxRows={13}
                autoCapitalize="off"
                spellCheck={false}
                styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
                {...form.text("nameservers")}
                error={errorOf("nameservers")}
              />
            </Surface>
          </Section>
        </div>
        <PurchaseSummary
          title={t("summary")}
          name={name}
          error={query.error}
          onRetry={() => void query.refetch()}
          preview={preview}
          isFresh={isFresh}
          placed={placed}
          waitsFor={form.parsed ? undefined : t("fillIn")}
          points={[
            ...(registrant ? [t("registeredTo", { who: contactLine(registrant) })] : []),
            values.autoRenew ? t("renewsItself") : t("endsItself"),
            ...(values.whoisPrivacy && offer?.whoisPrivacy ? [t("keptPrivate")] : []),
          ]}
        >
          {failure ? <Failure error={failure} title={t("failed")} /> : null}
          <Button
            type="submit"
            size="md"
            fullWidth
            disabled={form.parsed !== undefined && !mayRegister}
            loading={register.isPending}
          >
            {preview && preview.priceCents !== null && preview.currency
              ? t("registerFor", { price: money(preview.priceCents, preview.currency) })
              : t("register")}
          </Button>
        </PurchaseSummary>
      </form>
      <NewContactDrawer
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onCreated={({ id }) => {
          form.set("registrantId", id);
          setIsAdding(false);
        }}
      />
    </>
  );
}
