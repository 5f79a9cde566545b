"use client";
import { Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type Contact,
  type DomainOperation,
  type DomainOperationPreview,
  domainContactsInput,
  transferInInput,
} from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { useRight } from "@/features/access/use-right.ts";
import { contactLine, mostUsedContact } from "@/features/contacts/contact-line.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { apartFromPrice } from "@/features/purchase/about-price.ts";
import { withContacts } from "@/features/purchase/chosen-contacts.ts";
import classes from "@/features/purchase/purchase.module.css";
import { PurchaseSummary } from "@/features/purchase/purchase-summary.tsx";
import { RegistrantFields } from "@/features/purchase/registrant-fields.tsx";
import { Failure } from "@/lib/failure.tsx";
import { operationPath } from "@/lib/paths.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

const { shape } = transferInInput;
const schema = z
  .object({
    name: shape.name,
    authCode: shape.authCode,
    ...domainContactsInput.shape,
    autoRenew: shape.autoRenew,
    whoisPrivacy: shape.whoisPrivacy,
  })
  .transform(withContacts);
type Wanted = z.output<typeof schema>;

const placed = ["name", "authCode", "registrantId", "adminId", "techId"];

/**
 * Looks before it asks: the code is tried once, when the person says so, and the price is seen before the transfer
 * is requested. What is changed afterwards has to be looked at again.
 */
const NewContactDrawer = lazyDialog(() =>
  import("@/features/contacts/new-contact-drawer.tsx").then((module) => module.NewContactDrawer),
);

export function TransferForm({ initialName, contacts }: { initialName: string; contacts: Contact[] }) {
  const t = useTranslations("transferIn");
  const register = useTranslations("register");
  const router = useRouter();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const money = useMoney();
  const refresh = useRefreshDomains();
  const writeContacts = useRight("contacts:write");
  const [isAdding, setIsAdding] = useState(false);
  const tlds = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000 });
  const form = useForm({
    initial: {
      name: initialName,
      authCode: "",
      registrantId: mostUsedContact(contacts)?.id ?? "",
      adminId: "",
      techId: "",
      autoRenew: true,
      whoisPrivacy: true,
    },
    schema,
    toInput: ({ adminId, techId, ...others }) => ({
      ...others,
      adminId: adminId || undefined,
      techId: techId || undefined,
    }),
  });
  const { values } = form;
  const typedName = form.parsed?.name ?? values.name.trim().toLowerCase();
  const offer = tlds.data?.find(({ tld }) => typedName.endsWith(`.${tld}`));
  const written = JSON.stringify(form.parsed ?? null);
  const check = useMutation({
    mutationFn: async (input: Wanted) => {
      const preview = (await client.domains.transferIn.mutate({
        ...input,
        dryRun: true,
      })) as DomainOperationPreview;
      return { preview: apartFromPrice(preview), of: JSON.stringify(input) };
    },
    onSuccess: ({ preview }) => {
      form.showServerErrors(
        preview.problems.flatMap(({ pointer, message }) => (pointer ? [{ pointer, message }] : [])),
      );
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const transfer = useMutation({
    mutationFn: async (input: Wanted & { expectedPriceCents?: number }) =>
      (await client.domains.transferIn.mutate(input)) as DomainOperation,
    onSuccess: async (operation) => {
      router.push(operationPath(operation.id));
      await refresh();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
      // What was seen no longer holds.
      check.reset();
    },
  });
  const isFresh = check.data !== undefined && check.data.of === written;
  const preview = isFresh ? check.data.preview : undefined;
  const isReady = preview?.wouldSucceed === true;
  const error = [transfer.error, check.error].find((one) => one && problemOf(one).errors.length === 0);
  const registrant = contacts.find(({ id }) => id === values.registrantId);
  return (
    <>
      <form
        ref={form.formRef}
        noValidate
        className={classes.columns}
        onSubmit={form.submit((input) => {
          if (check.isPending || transfer.isPending) {
            return;
          }
          transfer.reset();
          if (isReady) {
            transfer.mutate({ ...input, expectedPriceCents: preview.priceCents ?? undefined });
          } else {
            check.mutate(input);
          }
        })}
      >
        <div>
          <Section title={t("what")}>
            <Surface>
              <Stack gap="md">
                <TextInput
                  label={t("name")}
                  placeholder="example.com"
                  autoFocus={initialName === ""}
                  autoCapitalize="off"
                  autoComplete="off"
                  spellCheck={false}
                  {...form.text("name")}
                />
                <TextInput
                  label={t("authCode")}
                  description={t("authCodeHint")}
                  autoFocus={initialName !== ""}
                  autoCapitalize="off"
                  autoComplete="off"
                  spellCheck={false}
                  styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
                  {...form.text("authCode")}
                />
                <Text size="sm" c="dimmed">
                  {t("before")}
                </Text>
              </Stack>
            </Surface>
          </Section>
          <Section title={t("contacts")}>
            <Surface>
              <RegistrantFields
                contacts={contacts}
                offer={offer}
                field={form.text}
                mayAdd={writeContacts.has}
                onAdd={() => setIsAdding(true)}
              />
            </Surface>
          </Section>
          <Section title={t("afterwards")}>
            <Surface>
              <Stack gap="md">
                <Checkbox
                  label={register("autoRenew")}
                  description={register("autoRenewHint")}
                  checked={values.autoRenew}
                  onChange={(event) => form.set("autoRenew", event.currentTarget.checked)}
                />
                {offer?.whoisPrivacy === false ? null : (
                  <Checkbox
                    label={register("privacy")}
                    description={register("privacyHint")}
                    checked={values.whoisPrivacy}
                    onChange={(event) => form.set("whoisPrivacy", event.currentTarget.checked)}
                  />
                )}
              </Stack>
            </Surface>
          </Section>
        </div>
        <PurchaseSummary
          title={t("summary")}
          name={typedName || t("aDomain")}
          error={null}
          onRetry={() => undefined}
          preview={preview}
          isFresh={isFresh}
          placed={placed}
          waitsFor={preview || check.isPending ? undefined : t("toCheck")}
          points={[
            t(offer?.transferAddsYears ? "addsYear" : "addsNothing"),
            t("keepsDns"),
            ...(registrant ? [register("registeredTo", { who: contactLine(registrant) })] : []),
            register(values.autoRenew ? "renewsItself" : "endsItself"),
          ]}
        >
          {error ? (
            <Failure error={error} title={error === transfer.error ? t("failed") : t("notChecked")} />
          ) : null}
          <Button type="submit" size="md" fullWidth loading={check.isPending || transfer.isPending}>
            {isReady
              ? preview.priceCents === null || !preview.currency
                ? t("start")
                : t("startFor", { price: money(preview.priceCents, preview.currency) })
              : t("check")}
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
