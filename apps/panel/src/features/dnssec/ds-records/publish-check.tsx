"use client";
import { Button, Group, Stack } from "@mantine/core";
import type { DnssecChangeResult, DsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { DsChange } from "@/features/dnssec/preflight/ds-change.ts";
import { PreflightView } from "@/features/dnssec/preflight/preflight-view.tsx";
import { usePreflight } from "@/features/dnssec/preflight/use-preflight.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import classes from "./add-ds-form.module.css";
import { DsUnderstood } from "./ds-understood.tsx";
import { useChangeDs } from "./use-change-ds.ts";

const focusIt = (element: HTMLElement | null) => element?.focus();

/** Checks the nameservers before the record can be published. */
export function PublishCheck(props: {
  name: string;
  unicodeName: string;
  change: Exclude<DsChange, { kind: "remove" }>;
  onPublished: (result: DnssecChangeResult) => void;
  onBack: () => void;
}) {
  const { name, unicodeName, change, onPublished, onBack } = props;
  const t = useTranslations("dnssec");
  const [insists, setInsists] = useState(false);
  const preflight = usePreflight(name, change);
  const publish = useChangeDs(name, onPublished);
  const [dsRecord] = change.kind === "replace" ? change.dsRecords : [change.dsRecord];
  const outcome = preflight.isFetching ? undefined : preflight.data?.outcome;
  return (
    <Surface>
      <Stack
        gap="md"
        role="group"
        aria-label={t("check")}
        ref={focusIt}
        tabIndex={-1}
        className={classes.check}
      >
        <DsUnderstood
          title={t(change.kind === "replace" ? "wouldReplace" : "wouldPublish")}
          ds={dsRecord as DsRecord}
        />
        <PreflightView query={preflight} unicodeName={unicodeName} insists={insists} onInsist={setInsists} />
        {publish.failure ? <FailureAlert failure={publish.failure} title={t("addFailed")} /> : null}
        <Group gap="xs">
          <Button
            color={outcome === "breaks" ? "red.8" : undefined}
            // Not recommended while it is unknown whether the domain would keep resolving.
            variant={outcome === "unknown" ? "default" : "filled"}
            disabled={outcome === undefined || (outcome === "breaks" && !insists)}
            loading={publish.isPending}
            onClick={() => publish.mutate({ change, enforce: outcome === "validates" })}
          >
            {t(
              outcome === "breaks"
                ? "publishAllTheSame"
                : outcome === "unknown"
                  ? "publishUnchecked"
                  : "publish",
            )}
          </Button>
          <Button variant="default" disabled={publish.isPending} onClick={onBack}>
            {t("back")}
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
}
