"use client";
import { Anchor, Stack, Text, Title } from "@mantine/core";
import type { AuditLogEntry } from "@zonepost/schema/panel";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useDeviceName } from "@/features/devices/device-name.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { useFullMomentText } from "@/ui/values/moment.tsx";
import { Mono, MonoBlock } from "@/ui/values/mono.tsx";
import { useEntryMessage } from "./entry-message.tsx";
import { pathOfEntry } from "./path-of-entry.ts";

export function EntryDrawer(props: {
  entry: AuditLogEntry | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  const { entry, opened, onClose } = props;
  const t = useTranslations("auditLog");
  const shown = useKeptWhileClosing(entry);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("entry")}>
      {shown ? <Details entry={shown} /> : null}
    </SideDrawer>
  );
}

function Details({ entry }: { entry: AuditLogEntry }) {
  const t = useTranslations("auditLog");
  const words = useEntryMessage();
  const deviceName = useDeviceName();
  const fullMoment = useFullMomentText();
  const { actor, details } = entry;
  const path = pathOfEntry(entry);
  const ids = [
    { name: t("target"), id: entry.target },
    { name: t("actorId"), id: actor.id },
    { name: t("requestId"), id: entry.requestId },
    { name: t("entryId"), id: entry.id },
  ];
  return (
    <Stack gap="lg">
      <div>
        <Title order={3} size="h5" style={{ overflowWrap: "anywhere" }}>
          {words(entry)}
        </Title>
        <Text size="sm" c="dimmed" ff="monospace">
          {entry.action}
        </Text>
      </div>
      <Facts
        facts={[
          { name: t("when"), wide: true, value: fullMoment(entry.occurredAt) },
          { name: t("who"), value: actor.name },
          { name: t("whoKind"), value: t(`actor_${actor.kind}`) },
          { name: t("address"), value: entry.ipAddress ? <code>{entry.ipAddress}</code> : t("fromService") },
          { name: t("device"), value: entry.userAgent ? deviceName(entry.userAgent) : "–" },
        ]}
      />
      {path === undefined ? null : (
        <Anchor component={Link} href={path} size="sm">
          {t("openTarget")}
        </Anchor>
      )}
      {ids.map(({ name, id }) =>
        id === null ? null : <Facts key={name} facts={[{ name, value: <Mono label={name}>{id}</Mono> }]} />,
      )}
      {entry.userAgent === null ? null : (
        <Facts facts={[{ name: t("userAgent"), value: <code>{entry.userAgent}</code> }]} />
      )}
      {Object.keys(details).length > 0 ? (
        <div>
          <Text size="xs" c="dimmed" mb={6}>
            {t("details")}
          </Text>
          <MonoBlock label={t("details")}>{JSON.stringify(details, null, 2)}</MonoBlock>
        </div>
      ) : null}
    </Stack>
  );
}
