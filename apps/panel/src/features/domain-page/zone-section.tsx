"use client";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { isShown } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { newZonePath, zonePath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";

/** The domain's zone, or the offer to host one. Nothing where the installation hosts no zones. */
export function ZoneSection({ domain }: { domain: Domain }) {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const { data: found } = useQuery({
    ...trpc.zones.find.queryOptions({ zoneName: domain.name }),
    enabled: current !== undefined && isShown(current, "zones:read"),
  });
  const t = useTranslations("domain");
  const write = useRight("zones:write");
  if (!found || (found.zone === null && (found.nameservers.length === 0 || domain.status !== "active"))) {
    return null;
  }
  return (
    <Section title={t("zone")}>
      <Surface>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" style={{ flex: "1 1 180px" }}>
            {found.zone ? t("zoneRecords", { count: found.zone.recordCount }) : (write.why ?? t("noZone"))}
          </Text>
          {found.zone ? (
            <Button component={Link} variant="default" href={zonePath(domain.name)}>
              {t("openZone")}
            </Button>
          ) : write.has ? (
            <Button component={Link} variant="default" href={newZonePath(domain.name)}>
              {t("hostZone")}
            </Button>
          ) : null}
        </Group>
      </Surface>
    </Section>
  );
}
