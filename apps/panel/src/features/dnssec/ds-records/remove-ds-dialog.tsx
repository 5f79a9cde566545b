"use client";
import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import type { DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { algorithmWords, digestTypeWords } from "./ds-names.ts";
import { PreflightView } from "./preflight-view.tsx";
import { type DsChange, useChangeDs, usePreflight } from "./use-change-ds.ts";

/** Says what removing this record does before it does it. */
export function RemoveDsDialog(props: {
  name: string;
  unicodeName: string;
  ds: DsRecord | undefined;
  remaining: number;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const { name, unicodeName, ds, remaining, onClose, onRemoved } = props;
  const t = useTranslations("dnssec");
  const [insists, setInsists] = useState(false);
  // What is closing keeps its words until it is gone.
  const [shown, setShown] = useState(ds);
  if (ds && ds !== shown) {
    setShown(ds);
  }
  const change: DsChange | undefined = shown && { kind: "remove", dsRecord: shown };
  const preflight = usePreflight(name, ds && change);
  const remove = useChangeDs(name, onRemoved);
  const outcome = preflight.isFetching ? undefined : preflight.data?.outcome;
  // Where the nameservers could not be asked about, it is for the person to know.
  const isJudged = outcome !== undefined || preflight.isError;
  const isLast = remaining === 0;
  return (
    <Modal
      opened={ds !== undefined}
      onClose={onClose}
      size="lg"
      title={shown ? t("removeTitle", { keyTag: shown.keyTag }) : ""}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        setShown(undefined);
        setInsists(false);
        remove.reset();
      }}
    >
      {shown && change ? (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {unicodeName} · {algorithmWords(shown.algorithm)} · {digestTypeWords(shown.digestType)}
          </Text>
          <Text size="sm" fw={600}>
            {isLast ? t("removeLast", { name: unicodeName }) : t("removeOne", { count: remaining })}
          </Text>
          <List size="sm" spacing={6}>
            <List.Item>{isLast ? t("removeLastInsecure") : t("removeOneStill")}</List.Item>
            <List.Item>{t("removeCached")}</List.Item>
            <List.Item>{isLast ? t("removeLastOrder") : t("removeOneOrder")}</List.Item>
          </List>
          <PreflightView
            query={preflight}
            unicodeName={unicodeName}
            insists={insists}
            onInsist={setInsists}
          />
          {remove.error ? <Failure error={remove.error} title={t("removeFailed")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t("keep")}
            </Button>
            <Button
              color="red.8"
              disabled={!isJudged || (outcome === "breaks" && !insists)}
              loading={remove.isPending}
              onClick={() => remove.mutate({ change, enforce: outcome === "validates" })}
            >
              {t("removeConfirm")}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}
