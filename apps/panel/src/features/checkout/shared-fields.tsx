"use client";
import { Stack, Textarea } from "@mantine/core";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { isNewDomain } from "@/features/basket/basket.ts";
import { AutoRenewField } from "@/features/purchase/auto-renew-field.tsx";
import { PrivacyField } from "@/features/purchase/privacy-field.tsx";
import { RegistrantFields } from "@/features/purchase/registrant-fields.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { tldWithoutPrivacy } from "./basket-order.ts";
import type { Checkout } from "./use-checkout.ts";

/** Chosen once for all domains. */
export function SharedFields({
  checkout: { form, basket, offers },
  contacts,
}: {
  checkout: Checkout;
  contacts: Contact[];
}) {
  const t = useTranslations("checkout");
  const { values } = form;
  const newDomains = basket.items.filter(isNewDomain);
  const isPrivacyOffered = newDomains.some((item) => tldWithoutPrivacy(item, offers) === undefined);
  return (
    <Section title={t(basket.items.every(isNewDomain) ? "shared" : "sharedNew")}>
      <Surface>
        <Stack gap="md">
          <RegistrantFields
            contacts={contacts}
            offer={undefined}
            field={form.text}
            onAdded={({ id }) => form.set("registrantId", id)}
          />
          {basket.items.some(({ kind }) => kind === "registration") ? (
            <Textarea
              label={t("nameservers")}
              description={t("nameserversHint")}
              placeholder={`ns1.example.net\nns2.example.net`}
              autosize
              minRows={2}
              maxRows={13}
              autoCapitalize="off"
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
              {...form.text("nameservers")}
            />
          ) : null}
          <AutoRenewField value={values.autoRenew} onChange={(value) => form.set("autoRenew", value)} />
          {isPrivacyOffered ? (
            <PrivacyField
              offer={undefined}
              value={values.whoisPrivacy}
              onChange={(value) => form.set("whoisPrivacy", value)}
            />
          ) : null}
        </Stack>
      </Surface>
    </Section>
  );
}
