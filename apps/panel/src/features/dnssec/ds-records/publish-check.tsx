"use client";
import { Button, Group, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { DnssecChangeResult } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { PublishedChange } from "@/features/dnssec/preflight/ds-change.ts";
import { PreflightView } from "@/features/dnssec/preflight/preflight-view.tsx";
import { usePreflight } from "@/features/dnssec/preflight/use-preflight.ts";
import { useScrolledTo } from "@/ui/frame/use-scrolled-to.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { useChangeDs } from "./use-change-ds.ts";

/** A pasted record is checked at once, typed fields when they rest. */
const restMs = 350;

/** Checks the nameservers for this change, and again for each other one. Only then it can be published. */
export function PublishCheck(props: {
  name: string;
  unicodeName: string;
  change: PublishedChange;
  /** Next to the button that publishes. */
  cancel: ReactNode;
  onPublished: (result: DnssecChangeResult) => void;
}) {
  const { name, unicodeName, change, cancel, onPublished } = props;
  const t = useTranslations("dnssec");
  const written = JSON.stringify(change);
  const [asked] = useDebouncedValue(written, restMs);
  const isCurrent = asked === written;
  const preflight = usePreflight(name, JSON.parse(asked) as PublishedChange);
  const publish = useChangeDs(name, onPublished);
  // Of another change, neither counts.
  const [insistedOn, setInsistedOn] = useState<string>();
  const insists = insistedOn === written;
  const failure = JSON.stringify(publish.variables?.change) === written ? publish.failure : undefined;
  const outcome = isCurrent && !preflight.isFetching ? preflight.data?.outcome : undefined;
  // The button is below the window on most screens.
  const scrolledTo = useScrolledTo(outcome);
  return (
    <Stack gap="md">
      <PreflightView
        query={preflight}
        isOfAnother={!isCurrent}
        unicodeName={unicodeName}
        insists={insists}
        onInsist={(isOn) => setInsistedOn(isOn ? written : undefined)}
      />
      {failure ? <FailureAlert failure={failure} title={t("addFailed")} /> : null}
      <Group gap="xs" {...scrolledTo}>
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
        {cancel}
      </Group>
    </Stack>
  );
}
