"use client";
import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { DnssecChangeResult, DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryView } from "@/app/_parts/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notice.tsx";
import { Section } from "@/ui/surface.tsx";
import { AddDsForm } from "./add-ds-form.tsx";
import { Chain } from "./chain.tsx";
import { DnssecSkeleton } from "./dnssec-skeleton.tsx";
import { DsCard } from "./ds-card.tsx";
import { RemoveDsDialog } from "./remove-ds-dialog.tsx";

export function DnssecPage({ name }: { name: string }) {
  const t = useTranslations("dnssec");
  const trpc = useTRPC();
  const domain = useQuery(trpc.domains.get.queryOptions({ name }));
  const [isAdding, setIsAdding] = useState(false);
  const [warnings, setWarnings] = useState<NonNullable<DnssecChangeResult["warnings"]>>([]);
  const [removing, setRemoving] = useState<DsRecord>();
  return (
    <QueryView query={domain} skeleton={<DnssecSkeleton />}>
      {({ dsRecords, nameservers, tld, unicodeName }) => (
        <>
          <Section title={t("chain")}>
            <Chain unicodeName={unicodeName} tld={tld} dsRecords={dsRecords} nameservers={nameservers.map(({ host }) => host)} />
          </Section>
          <Section
            title={t("records")}
            description={t("recordsWords")}
            action={
              isAdding || dsRecords.length === 0 ? null : (
                <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsAdding(true)}>
                  {t("add")}
                </Button>
              )
            }
          >
            {warnings.length > 0 ? (
              <Notice title={t("warnings")} closeLabel={t("dismiss")} onClose={() => setWarnings([])}>
                {warnings.map((warning) => (
                  <Text key={warning.code} size="sm">
                    {warning.message}
                  </Text>
                ))}
              </Notice>
            ) : null}
            {isAdding || dsRecords.length === 0 ? (
              <AddDsForm
                name={name}
                onPublished={(result) => {
                  setIsAdding(false);
                  setWarnings(result.warnings ?? []);
                }}
                onCancel={dsRecords.length > 0 ? () => setIsAdding(false) : undefined}
              />
            ) : null}
            {dsRecords.length > 0 ? (
              <ul style={{ margin: 0, padding: 0 }}>
                {dsRecords.map((ds) => (
                  <DsCard
                    key={`${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}`}
                    name={name}
                    ds={ds}
                    onRemove={() => setRemoving(ds)}
                  />
                ))}
              </ul>
            ) : null}
          </Section>
          <RemoveDsDialog
            name={name}
            unicodeName={unicodeName}
            ds={removing}
            remaining={dsRecords.length - 1}
            onClose={() => setRemoving(undefined)}
          />
        </>
      )}
    </QueryView>
  );
}
