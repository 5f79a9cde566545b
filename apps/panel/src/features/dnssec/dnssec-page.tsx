"use client";
import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { DnssecChangeResult, DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { AddDsForm } from "@/features/dnssec/ds-records/add-ds-form.tsx";
import { DsCard } from "@/features/dnssec/ds-records/ds-card.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { Chain } from "./chain.tsx";
import { DnssecSkeleton } from "./dnssec-skeleton.tsx";
import { KeyTimeline } from "./key-timeline.tsx";

const RemoveDsDialog = lazyDialog(() =>
  import("@/features/dnssec/ds-records/remove-ds-dialog.tsx").then((module) => module.RemoveDsDialog),
);

export function DnssecPage({ name }: { name: string }) {
  const t = useTranslations("dnssec");
  const trpc = useTRPC();
  const domain = useQuery(trpc.domains.get.queryOptions({ name }));
  const { data: offers } = useQuery(trpc.domains.tlds.queryOptions());
  const write = useRight("dnssec:write");
  const [isAdding, setIsAdding] = useState(false);
  // Once the form has gone, its button takes the focus that would be lost with it.
  const returnsFocus = useRef(false);
  const takeFocusBack = (button: HTMLButtonElement | null) => {
    if (!button || !returnsFocus.current) {
      return;
    }
    returnsFocus.current = false;
    button.focus();
  };
  const [warnings, setWarnings] = useState<NonNullable<DnssecChangeResult["warnings"]>>([]);
  const [removing, setRemoving] = useState<DsRecord>();
  return (
    <QueryView query={domain} skeleton={<DnssecSkeleton />}>
      {({ dsRecords, nameservers, tld, unicodeName, status, registeredAt }) => {
        const why = write.why ?? (status === "active" ? undefined : t("notNow"));
        const isOpen = why === undefined && (isAdding || dsRecords.length === 0);
        return (
          <>
            <Section title={t("chain")}>
              <Chain
                name={name}
                unicodeName={unicodeName}
                tld={tld}
                dsRecords={dsRecords}
                nameservers={nameservers.map(({ host }) => host)}
              />
            </Section>
            <Section
              title={t("records")}
              description={t("recordsWords")}
              action={
                isOpen ? null : (
                  <Button
                    ref={takeFocusBack}
                    leftSection={<IconPlus size={18} aria-hidden />}
                    disabled={why !== undefined}
                    onClick={() => setIsAdding(true)}
                  >
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
              {why ? (
                <Text size="sm" c="dimmed">
                  {why}
                </Text>
              ) : null}
              {isOpen ? (
                <AddDsForm
                  name={name}
                  unicodeName={unicodeName}
                  dsRecords={dsRecords}
                  digestTypes={offers?.find((offer) => offer.tld === tld)?.digestTypes ?? [2, 4]}
                  takesFocus={isAdding}
                  onPublished={(result) => {
                    returnsFocus.current = true;
                    setIsAdding(false);
                    setWarnings(result.warnings ?? []);
                  }}
                  onCancel={
                    dsRecords.length > 0
                      ? () => {
                          returnsFocus.current = true;
                          setIsAdding(false);
                        }
                      : undefined
                  }
                />
              ) : null}
              {dsRecords.length > 0 ? (
                <ul style={{ margin: 0, padding: 0 }}>
                  {dsRecords.map((ds) => (
                    <DsCard
                      key={`${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}`}
                      name={name}
                      ds={ds}
                      onRemove={why ? undefined : () => setRemoving(ds)}
                    />
                  ))}
                </ul>
              ) : null}
            </Section>
            <KeyTimeline name={name} registeredAt={registeredAt} />
            <RemoveDsDialog
              name={name}
              unicodeName={unicodeName}
              ds={removing}
              opened={removing !== undefined}
              remaining={dsRecords.length - 1}
              onClose={() => setRemoving(undefined)}
              onRemoved={() => {
                // With the card went the button that opened this. After the last one, the form stands open.
                if (removing !== undefined && dsRecords.every((ds) => ds === removing)) {
                  setIsAdding(true);
                } else {
                  returnsFocus.current = true;
                }
                setRemoving(undefined);
              }}
            />
          </>
        );
      }}
    </QueryView>
  );
}
