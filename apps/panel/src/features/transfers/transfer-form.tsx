"use client";
import { Stack, Text, TextInput } from "@mantine/core";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { contactLine } from "@/features/contacts/contact-line.ts";
import { AutoRenewField } from "@/features/purchase/auto-renew-field.tsx";
import { DomainPurchaseForm } from "@/features/purchase/domain-purchase-form.tsx";
import { PrivacyField } from "@/features/purchase/privacy-field.tsx";
import { RegistrantFields } from "@/features/purchase/registrant-fields.tsx";
import { useTldOffer } from "@/features/purchase/use-tld-offer.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useTransferIn } from "./use-transfer-in.ts";

const placed = ["name", "authCode", "registrantId", "adminId", "techId"];

export function TransferForm({ initialName, contacts }: { initialName: string; contacts: Contact[] }) {
  const t = useTranslations("transferIn");
  const register = useTranslations("register");
  const { form, check, transfer, charge, preview, onSubmit } = useTransferIn(initialName, contacts);
  const { values } = form;
  const typedName = form.parsed?.name ?? values.name.trim().toLowerCase();
  const offer = useTldOffer(typedName);
  const registrant = contacts.find(({ id }) => id === values.registrantId);
  const failed = transfer.failure
    ? { reason: transfer.failure, title: t("failed") }
    : check.failure && { reason: check.failure, title: t("notChecked") };
  return (
    <DomainPurchaseForm
      formRef={form.formRef}
      onSubmit={onSubmit}
      summary={{
        title: t("summary"),
        blockedTitle: t("inTheWay"),
        name: typedName || t("noDomain"),
        error: null,
        onRetry: () => undefined,
        preview,
        cards: charge.cards,
        isFresh: preview !== undefined,
        placed,
        waitsFor: preview || check.isPending ? undefined : t("toCheck"),
        points: [
          t(offer?.transferAddsYears ? "addsYear" : "addsNothing"),
          t("keepsDns"),
          ...(registrant ? [register("registeredTo", { who: contactLine(registrant) })] : []),
          register(values.autoRenew ? "renewsItself" : "endsItself"),
        ],
      }}
      failure={failed}
      submitLabel={(price) =>
        preview?.wouldSucceed ? (price === undefined ? t("start") : t("startFor", { price })) : t("check")
      }
      priced={preview}
      isPending={check.isPending || transfer.isPending}
      isDirty={form.isDirty && !transfer.isPending && !transfer.isSuccess}
    >
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
            onAdded={({ id }) => form.set("registrantId", id)}
          />
        </Surface>
      </Section>
      <Section title={t("afterwards")}>
        <Surface>
          <Stack gap="md">
            <AutoRenewField value={values.autoRenew} onChange={(value) => form.set("autoRenew", value)} />
            <PrivacyField
              offer={offer}
              value={values.whoisPrivacy}
              onChange={(value) => form.set("whoisPrivacy", value)}
            />
          </Stack>
        </Surface>
      </Section>
    </DomainPurchaseForm>
  );
}
