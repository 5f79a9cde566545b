"use client";
import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { DnssecChangeResult, DsRecord, TldOffer } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { AddDsForm } from "./add-ds-form.tsx";

// Most domains have no record.
const DsCard = dynamic(() => import("./ds-card.tsx").then((module) => module.DsCard));
const RemoveDsDialog = lazyDialog(() =>
  import("./remove-ds-dialog.tsx").then((module) => module.RemoveDsDialog),
);

export function DsRecordsSection({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("dnssec");
  const write = useRight("dnssec:write");
  const [isAdding, setIsAdding] = useState(false);
  // When the form closes, its button gets the focus that would otherwise be lost.
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
  const { name, unicodeName, dsRecords, status } = domain;
  const why = write.why ?? (status === "active" ? undefined : t("notNow"));
  const isOpen = why === undefined && (isAdding || dsRecords.length === 0);
  return (
    <>
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
            digestTypes={offer?.digestTypes ?? [2, 4]}
            takesKeys={offer?.dnssecInterface === "keys"}
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
      <RemoveDsDialog
        name={name}
        unicodeName={unicodeName}
        ds={removing}
        opened={removing !== undefined}
        remaining={dsRecords.length - 1}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => {
          // The button that opened this is removed with its card. After the last card, the form is open.
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
}
