"use client";
import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ZoneDetails } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { ZoneTabSkeleton } from "../zone-skeleton.tsx";

const DeleteZoneDialog = lazyDialog(() =>
  import("./delete-zone-dialog.tsx").then((module) => module.DeleteZoneDialog),
);

export function ZoneSettings({ zoneName }: { zoneName: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.zones.get.queryOptions({ zoneName }));
  return (
    <QueryView query={query} skeleton={<ZoneTabSkeleton />}>
      {(zone) => <Settings zone={zone} />}
    </QueryView>
  );
}

function Settings({ zone }: { zone: ZoneDetails }) {
  const t = useTranslations("zones");
  const { apiUrl } = useAddresses();
  const write = useRight("zones:write");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Section title={t("facts")}>
        <Surface>
          <Facts
            facts={[
              { name: t("created"), value: <Moment at={zone.createdAt} /> },
              { name: t("basis"), value: t(`basis_${zone.basis}`) },
              { name: t("serial"), value: String(zone.serial) },
              { name: t("dnssec"), wide: true, value: zone.dnssec.explanation },
            ]}
          />
        </Surface>
      </Section>
      <Section title={t("export")}>
        <Surface>
          <Group justify="space-between" gap="md">
            <Text size="sm" c="dimmed" maw="64ch" style={{ flex: "1 1 260px" }}>
              {t("exportWords")}
            </Text>
            <Button
              component="a"
              href={`${apiUrl}/zones/${encodeURIComponent(zone.name)}/zone-file`}
              download
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t("exportFile")}
            </Button>
          </Group>
        </Surface>
      </Section>
      <Section title={t("delete")}>
        <Surface>
          <Group justify="space-between" gap="md">
            <Text size="sm" c="dimmed" maw="64ch" style={{ flex: "1 1 260px" }}>
              {t("deleteWords")} {write.why ?? ""}
            </Text>
            <Button
              variant="default"
              c={write.has ? "var(--zp-bad)" : undefined}
              disabled={!write.has}
              onClick={() => setIsOpen(true)}
            >
              {t("delete")}
            </Button>
          </Group>
        </Surface>
      </Section>
      <DeleteZoneDialog zone={zone} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
