"use client";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bytesPerGigabyte } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { mailPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";
import { Meter } from "@/ui/notices/meter.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";
import classes from "./overview.module.css";
import { OverviewCard, QueryCard } from "./overview-card.tsx";

export function StorageCard() {
  const t = useTranslations("overview");
  const trpc = useTRPC();
  const bytes = useBytes();
  const query = useQuery(trpc.mail.storage.queryOptions());
  return (
    <QueryCard query={query} title={t("storage")} size="storage">
      {({ fullest, otherCount }) =>
        fullest.length === 0 ? null : (
          <OverviewCard title={t("storage")} size="storage" more={{ label: t("openMail"), href: "/mail" }}>
            {fullest.map(({ domainName, usedBytes, storageGigabytes }) => {
              const name = toUnicodeName(domainName);
              const capacity = storageGigabytes * bytesPerGigabyte;
              const text = t("storageOf", { used: bytes(usedBytes), total: bytes(capacity) });
              return (
                <div key={domainName} className={classes.meter}>
                  <div className={classes.meterHead}>
                    <Anchor component={Link} href={mailPath(domainName, "usage")} size="sm" c="inherit">
                      {name}
                    </Anchor>
                    <span>{text}</span>
                  </div>
                  <Meter label={name} value={usedBytes} max={capacity} text={text} />
                </div>
              );
            })}
            {otherCount > 0 ? (
              <p className={classes.summary}>{t("storageMore", { count: otherCount })}</p>
            ) : null}
          </OverviewCard>
        )
      }
    </QueryCard>
  );
}
