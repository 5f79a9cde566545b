"use client";
import { Anchor, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ZoneDetails } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { domainPath, zonePath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { usePublication } from "./use-publication.ts";
import classes from "./zone-header.module.css";
import { DelegationBadge, ZoneBadge } from "./zone-states.tsx";

/** @param hasDomain whether the name is also a domain of the workspace */
export function ZoneHeader({ zoneName, hasDomain }: { zoneName: string; hasDomain: boolean }) {
  const t = useTranslations("zones");
  const trpc = useTRPC();
  const { data: zone } = useQuery(trpc.zones.get.queryOptions({ zoneName }));
  const { data: publication } = usePublication(zoneName);
  const unicodeName = toUnicodeName(zoneName);
  return (
    <>
      <DetailHeader
        crumbs={[{ label: t("title"), href: "/zones" }]}
        here={unicodeName}
        long
        title={
          <span className={classes.name}>
            <span>{unicodeName}</span>
            <CopyButton value={zoneName} label={t("name")} />
          </span>
        }
        below={
          zone ? (
            <Group gap="6px 16px">
              <ZoneBadge zone={{ state: zone.state, publication: (publication ?? zone.publication).state }} />
              <span className={classes.labelled}>
                {t("delegation")}
                <DelegationBadge delegation={zone.delegation} />
              </span>
              <Text size="sm" c="dimmed">
                {t("versionOf", { version: zone.version })}
              </Text>
              {unicodeName === zoneName ? null : (
                <Text size="sm" c="dimmed" ff="monospace">
                  {zoneName}
                </Text>
              )}
              {hasDomain ? (
                <Anchor component={Link} href={domainPath(zoneName)} size="sm" underline="always">
                  {t("toDomain")}
                </Anchor>
              ) : null}
            </Group>
          ) : (
            <Skeleton height={20} width={280} />
          )
        }
      />
      <TabLinks
        label={t("tabs")}
        tabs={[
          { label: t("records"), href: zonePath(zoneName), count: zone?.recordCount },
          { label: t("history"), href: zonePath(zoneName, "history") },
          { label: t("nameservers"), href: zonePath(zoneName, "nameservers") },
          { label: t("settings"), href: zonePath(zoneName, "settings") },
        ]}
      />
      {zone?.ends ? <Ends ends={zone.ends} /> : null}
    </>
  );
}

function Ends({ ends }: { ends: NonNullable<ZoneDetails["ends"]> }) {
  const t = useTranslations("zones");
  return (
    <Notice title={t("endsTitle")}>
      {t(`ends_${ends.reason}`)}{" "}
      {t.rich("endsAt", { when: () => <Moment at={ends.endsAt} detail="minute" /> })}
    </Notice>
  );
}
