"use client";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import type { ZoneVersionDetails } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useActorName } from "@/lib/use-actor-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts, Section } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { Moment } from "@/ui/values/moment.tsx";
import { RecordDiff } from "../review/record-diff.tsx";

const RestoreVersionDialog = lazyDialog(() =>
  import("./restore-version-dialog.tsx").then((module) => module.RestoreVersionDialog),
);

/** One version: who made it, when and why, and what it changed. */
export function VersionDrawer(props: {
  zoneName: string;
  version: number | null;
  present: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { zoneName, version, present, opened, onClose } = props;
  const t = useTranslations("zoneHistory");
  const trpc = useTRPC();
  const shown = useKeptWhileClosing(version);
  const query = useQuery(
    trpc.zones.version.queryOptions(shown === undefined ? skipToken : { zoneName, version: shown }),
  );
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("versionOf", { version: shown ?? 0 })}>
      <QueryView query={query} skeleton={<Skeleton height={160} aria-busy />}>
        {(details) => (
          <Details
            zoneName={zoneName}
            details={details}
            isPresent={details.version === present}
            onRestored={onClose}
          />
        )}
      </QueryView>
    </SideDrawer>
  );
}

function Details(props: {
  zoneName: string;
  details: ZoneVersionDetails;
  isPresent: boolean;
  onRestored: () => void;
}) {
  const { zoneName, details, isPresent, onRestored } = props;
  const { message, actor, createdAt, serial, restoredVersion, diff, records } = details;
  const t = useTranslations("zoneHistory");
  const trpc = useTRPC();
  const write = useRight("zones:write");
  const { data: zone } = useQuery(trpc.zones.get.queryOptions({ zoneName }));
  const actorName = useActorName();
  const [isOpen, setIsOpen] = useState(false);
  const mayRestore = write.has && !isPresent && zone?.state !== "ending";
  return (
    <Stack gap="lg">
      {message ? <Text fw={500}>{message}</Text> : null}
      <Facts
        facts={[
          { name: t("who"), value: actorName(actor) },
          { name: t("when"), value: <Moment at={createdAt} detail="minute" /> },
          { name: t("serial"), value: String(serial) },
          { name: t("recordCount"), value: String(records.length) },
          ...(restoredVersion === null
            ? []
            : [{ name: t("restoredFrom"), value: t("versionOf", { version: restoredVersion }) }]),
        ]}
      />
      {isPresent ? (
        <Text size="sm" c="dimmed">
          {t("isPresent")}
        </Text>
      ) : mayRestore ? (
        <Group>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t("restore")}
          </Button>
        </Group>
      ) : null}
      <Section title={t("changes")}>
        <RecordDiff diff={diff} />
      </Section>
      <RestoreVersionDialog
        zoneName={zoneName}
        version={details.version}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onRestored={onRestored}
      />
    </Stack>
  );
}
