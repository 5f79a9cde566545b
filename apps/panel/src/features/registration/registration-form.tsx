"use client";
import { Stack, Textarea } from "@mantine/core";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { contactLine } from "@/features/contacts/contact-line.ts";
import { AutoRenewField } from "@/features/purchase/auto-renew-field.tsx";
import { DomainPurchaseForm } from "@/features/purchase/domain-purchase-form.tsx";
import { LockField } from "@/features/purchase/lock-field.tsx";
import { PrivacyField } from "@/features/purchase/privacy-field.tsx";
import { isAboutName, PurchaseProblem } from "@/features/purchase/purchase-problem.tsx";
import { RegistrantFields } from "@/features/purchase/registrant-fields.tsx";
import { useTldOffer } from "@/features/purchase/use-tld-offer.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { TermFields } from "./term-fields.tsx";
import { useRegistration } from "./use-registration.ts";

const placed = ["years", "registrantId", "adminId", "techId", "nameservers"];

export function RegistrationForm(props: {
  name: string;
  contacts: Contact[];
  defaultNameservers: readonly string[];
}) {
  const { name, contacts, defaultNameservers } = props;
  const t = useTranslations("register");
  const offer = useTldOffer(name);
  const registration = useRegistration({ name, contacts, defaultNameservers, offer });
  const { form, query, preview, isFresh, register, charge, mayRegister, errorOf, onSubmit } = registration;
  const { values } = form;
  const registrant = contacts.find(({ id }) => id === values.registrantId);
  const nameProblem = preview?.problems.find(isAboutName);
  if (nameProblem) {
    return <PurchaseProblem title={t("inTheWay")} problem={nameProblem} name={name} />;
  }
  return (
    <DomainPurchaseForm
      formRef={form.formRef}
      onSubmit={onSubmit}
      summary={{
        title: t("summary"),
        blockedTitle: t("inTheWay"),
        name,
        error: query.error,
        onRetry: () => void query.refetch(),
        preview,
        cards: charge.cards,
        isFresh,
        placed,
        waitsFor: form.parsed ? undefined : t("fillIn"),
        points: [
          ...(registrant ? [t("registeredTo", { who: contactLine(registrant) })] : []),
          values.autoRenew ? t("renewsItself") : t("endsItself"),
          ...(values.whoisPrivacy && offer?.whoisPrivacy ? [t("keptPrivate")] : []),
          ...(offer?.transferLock ? [t(values.locked ? "lockedAtOnce" : "notLocked")] : []),
        ],
      }}
      failure={register.failure && { reason: register.failure, title: t("failed") }}
      submitLabel={(price) => (price === undefined ? t("register") : t("registerFor", { price }))}
      priced={preview}
      isReady={form.parsed === undefined || mayRegister}
      isPending={register.isPending}
      isDirty={form.isDirty && !register.isPending && !register.isSuccess}
    >
      <TermFields offer={offer} preview={preview} field={{ ...form.text("years"), error: errorOf("years") }}>
        <AutoRenewField value={values.autoRenew} onChange={(value) => form.set("autoRenew", value)} />
      </TermFields>
      <Section title={t("contacts")}>
        <Surface>
          <Stack gap="md">
            <RegistrantFields
              contacts={contacts}
              offer={offer}
              field={(role) => ({ ...form.text(role), error: errorOf(role) })}
              onAdded={({ id }) => form.set("registrantId", id)}
            />
            <PrivacyField
              offer={offer}
              value={values.whoisPrivacy}
              onChange={(value) => form.set("whoisPrivacy", value)}
            />
            <LockField offer={offer} value={values.locked} onChange={(value) => form.set("locked", value)} />
          </Stack>
        </Surface>
      </Section>
      <Section title={t("nameservers")}>
        <Surface>
          <Textarea
            label={t("nameserverList")}
            description={t("nameserverHint", { name: toUnicodeName(name) })}
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
    </DomainPurchaseForm>
  );
}
