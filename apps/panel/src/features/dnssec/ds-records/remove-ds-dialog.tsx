"use client";
import { List, Text } from "@mantine/core";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { algorithmLabel, digestTypeLabel } from "@/features/dnssec/ds-names.ts";
import type { DsChange } from "@/features/dnssec/preflight/ds-change.ts";
import { PreflightView } from "@/features/dnssec/preflight/preflight-view.tsx";
import { usePreflight } from "@/features/dnssec/preflight/use-preflight.ts";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { useChangeDs } from "./use-change-ds.ts";

/** Shows the effect of removing this record first. */
export function RemoveDsDialog(props: {
  name: string;
  unicodeName: string;
  ds: DsRecord | undefined;
  opened: boolean;
  remaining: number;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const { name, unicodeName, ds, opened, remaining, onClose, onRemoved } = props;
  const t = useTranslations("dnssec");
  const [insists, setInsists] = useState(false);
  const shown = useKeptWhileClosing(ds);
  const change: DsChange | undefined = shown && { kind: "remove", dsRecord: shown };
  const preflight = usePreflight(name, ds && change);
  const remove = useChangeDs(name, onRemoved);
  const outcome = preflight.isFetching ? undefined : preflight.data?.outcome;
  // If the nameservers can't be checked, the user decides.
  const hasVerdict = outcome !== undefined || preflight.isError;
  const isLast = remaining === 0;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={shown ? t("removeTitle", { keyTag: shown.keyTag }) : ""}
      submission={remove}
      isReady={hasVerdict && (outcome !== "breaks" || insists)}
      onConfirm={() => {
        if (change) {
          remove.mutate({ change, enforce: outcome === "validates" });
        }
      }}
      onReset={() => setInsists(false)}
      submitLabel={t("removeConfirm")}
      cancelLabel={t("keep")}
      failedTitle={t("removeFailed")}
    >
      {shown ? (
        <>
          <Text size="sm" c="dimmed">
            {unicodeName} · {algorithmLabel(shown.algorithm)} · {digestTypeLabel(shown.digestType)}
          </Text>
          <Text size="sm" fw={600}>
            {isLast ? t("removeLast", { name: unicodeName }) : t("removeOne", { count: remaining })}
          </Text>
          <List size="sm" spacing={6}>
            {isLast ? null : <List.Item>{t("removeOneStill")}</List.Item>}
            <List.Item>{t("removeCached")}</List.Item>
            <List.Item>{isLast ? t("removeLastOrder") : t("removeOneOrder")}</List.Item>
          </List>
          <PreflightView
            query={preflight}
            unicodeName={unicodeName}
            insists={insists}
            onInsist={setInsists}
          />
        </>
      ) : null}
    </ConfirmDialog>
  );
}
