"use client";
import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ZoneDetails } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { domainPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Columns } from "@/ui/frame/columns.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { usePublication } from "../use-publication.ts";
import { ZoneTabSkeleton } from "../zone-skeleton.tsx";
import { DelegationBadge, PublicationBadge } from "../zone-states.tsx";
import { ServerList } from "./server-list.tsx";

export function NameserversPage({ zoneName, hasDomain }: { zoneName: string; hasDomain: boolean }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.zones.get.queryOptions({ zoneName }));
  return (
    <QueryView query={query} skeleton={<ZoneTabSkeleton />}>
      {(zone) => (
        <Columns side={<Delegation zone={zone} hasDomain={hasDomain} />}>
          <Publication zone={zone} />
        </Columns>
      )}
    </QueryView>
  );
}

function Publication({ zone }: { zone: ZoneDetails }) {
  const t = useTranslations("zones");
  const { data = zone.publication } = usePublication(zone.name, { isWatched: true });
  return (
    <Section title={t("publicationTitle")} description={t("publicationWords")}>
      <Surface>
        <Stack gap="md">
          <div>
            <PublicationBadge state={data.state} />
            <Text size="sm" c="dimmed">
              {t("wantedVersion", { version: data.version, serial: String(zone.serial) })}
            </Text>
            {data.problem ? (
              <Text size="sm" mt={6}>
                {data.problem}
              </Text>
            ) : null}
          </div>
          {data.servers.length === 0 ? (
            <Text size="sm">{t("unavailableNow")}</Text>
          ) : (
            <ServerList publication={data} />
          )}
        </Stack>
      </Surface>
    </Section>
  );
}

/** Whether the name uses these nameservers, and what to do about it. */
function Delegation({ zone, hasDomain }: { zone: ZoneDetails; hasDomain: boolean }) {
  const t = useTranslations("zones");
  const { delegation, nameservers } = zone;
  const isHere = delegation.state === "here";
  return (
    <Section title={t("delegationTitle")}>
      <Surface>
        <Stack gap="md">
          <div>
            <DelegationBadge delegation={delegation} />
            {delegation.checkedAt ? (
              <Text size="xs" c="dimmed">
                {t.rich("checkedAt", {
                  when: () => <Moment at={delegation.checkedAt ?? ""} detail="time" />,
                })}
              </Text>
            ) : null}
          </div>
          {delegation.servers.length > 0 && !isHere ? (
            <div>
              <Text size="xs" c="dimmed" mb={6}>
                {t("inParent")}
              </Text>
              {delegation.servers.map((host) => (
                <Text key={host} size="sm" ff="monospace">
                  {host}
                </Text>
              ))}
            </div>
          ) : null}
          {isHere || nameservers.length === 0 ? null : (
            <>
              <Text size="sm">{t(hasDomain ? "delegateOwn" : "delegateOther")}</Text>
              <MonoBlock label={t("nameservers")}>{nameservers.join("\n")}</MonoBlock>
              {hasDomain ? (
                <Anchor component={Link} href={domainPath(zone.name, "nameservers")} size="sm">
                  {t("setNameservers")}
                </Anchor>
              ) : null}
            </>
          )}
        </Stack>
      </Surface>
    </Section>
  );
}
