"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { MailDnsRecord } from "@zonepost/schema";
import { mailZoneStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { BothSides } from "./both-sides.tsx";

const ReplaceRecordDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((m) => m.ReplaceRecordDialog),
);
const PlaceRecordDialog = lazyDialog(() => import("../confirmations.tsx").then((m) => m.PlaceRecordDialog));
const ReleaseRecordDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((m) => m.ReleaseRecordDialog),
);
const MergeSpfDialog = lazyDialog(() => import("./merge-spf-dialog.tsx").then((m) => m.MergeSpfDialog));

type Act = "replace" | "place" | "release" | "merge";

/** What a person can do about the record in the zone; undefined if nothing. */
function actOf({ purpose, hosted }: MailDnsRecord): Act | undefined {
  if (purpose === "spf") {
    return hosted?.state === "unmanaged" ? undefined : "merge";
  }
  switch (hosted?.state) {
    case "managed":
      return "release";
    case "conflict":
      return hosted.replaceable ? "replace" : undefined;
    default:
      return "place";
  }
}

/** What the zone has of a record, if it is hosted here: put there by mail, or both sides of a conflict. */
export function HostedRecord({ record, domainName }: { record: MailDnsRecord; domainName: string }) {
  const t = useTranslations("mailDns");
  const rights = [useRight("mail:write"), useRight("zones:write")];
  const [isOpened, setOpened] = useState(false);
  const { hosted, purpose } = record;
  if (!hosted) {
    return null;
  }
  const { state } = hosted;
  const act = actOf(record);
  const missing = rights.find(({ has }) => !has);
  const words = state === "conflict" && !hosted.replaceable ? "delegated" : state;
  const dialog = { opened: isOpened, onClose: () => setOpened(false), domainName };
  return (
    <Stack gap="sm">
      <Group gap="4px 12px">
        <StatusBadge tone={mailZoneStates[state].tone}>{t(`zone_${state}`)}</StatusBadge>
        <Text size="sm">{purpose === "spf" ? t(`zoneSpf_${state}`) : t(`zoneWords_${words}`)}</Text>
      </Group>
      {state === "conflict" ? <BothSides record={record} /> : null}
      {act ? (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={missing !== undefined}
            onClick={() => setOpened(true)}
          >
            {t(`act_${act}`)}
          </Button>
          {missing ? (
            <Text size="sm" c="dimmed">
              {missing.why}
            </Text>
          ) : null}
        </Group>
      ) : null}
      {act === "replace" ? <ReplaceRecordDialog {...dialog} record={record} /> : null}
      {act === "place" ? <PlaceRecordDialog {...dialog} record={record} /> : null}
      {act === "release" ? <ReleaseRecordDialog {...dialog} record={record} /> : null}
      {act === "merge" ? <MergeSpfDialog {...dialog} /> : null}
    </Stack>
  );
}
