"use client";
import { Button, Group } from "@mantine/core";
import { IconDownload, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { BillingProfile } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import classes from "./billing.module.css";
import { BillingProfileSkeleton } from "./billing-profile-skeleton.tsx";

const EditBillingProfileDialog = lazyDialog(() =>
  import("./edit-billing-profile-dialog.tsx").then((module) => module.EditBillingProfileDialog),
);

/** The name and address on receipts, with the export for the bookkeeper. */
export function BillingProfileSection() {
  const t = useTranslations("billing");
  const trpc = useTRPC();
  const query = useQuery(trpc.payments.billing.get.queryOptions());
  const write = useRight("payments:write");
  const { apiUrl } = useAddresses();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        <Group gap="xs">
          <Button
            component="a"
            href={`${apiUrl}/ledger/export`}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t("export")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            disabled={!write.has || !query.data}
            title={write.why}
            onClick={() => setIsEditing(true)}
          >
            {t("edit")}
          </Button>
        </Group>
      }
    >
      <QueryView query={query} skeleton={<BillingProfileSkeleton />}>
        {(profile) => (
          <>
            <BillingProfileFacts profile={profile} />
            <EditBillingProfileDialog
              profile={profile}
              opened={isEditing}
              onClose={() => setIsEditing(false)}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function BillingProfileFacts({ profile }: { profile: BillingProfile }) {
  const t = useTranslations("billing");
  const { countryName } = useCountryNames();
  const { company, address, countryCode, vatId } = profile;
  return (
    <Surface>
      <Facts
        facts={[
          { name: t("company"), value: company ?? t("notEntered") },
          {
            name: t("address"),
            value: address === null ? t("notEntered") : <span className={classes.address}>{address}</span>,
          },
          { name: t("country"), value: countryCode === null ? t("notEntered") : countryName(countryCode) },
          { name: t("vatId"), value: vatId ?? t("notEntered") },
        ]}
      />
    </Surface>
  );
}
