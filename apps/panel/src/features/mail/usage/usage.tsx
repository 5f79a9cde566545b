"use client";
import { Box, NativeSelect } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bytesPerGigabyte, type MailUsage } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";
import { useMissingServers } from "../client-settings/use-missing-servers.ts";
import { MailSectionSkeleton } from "../mail-section-skeleton.tsx";
import { AccountUsageTable } from "./account-usage.tsx";
import { SendingLimits } from "./sending-limits.tsx";
import { totalUse } from "./total-use.ts";
import { UsageCharts } from "./usage-charts.tsx";
import { usageParams, usagePeriods } from "./usage-params.ts";

/** The storage and the messages of a mail domain per day, and of each account. */
export function Usage({ domainName }: { domainName: string }) {
  const t = useTranslations("mailUsage");
  const trpc = useTRPC();
  const [{ days }, setParams] = useQueryStates(usageParams, { history: "replace" });
  const query = useQuery({
    ...trpc.mail.usage.queryOptions({ domainName, days }),
    // The charts stay visible while another period loads.
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        <NativeSelect
          aria-label={t("period")}
          value={days}
          onChange={(event) =>
            void setParams({
              days: usagePeriods.find((one) => String(one) === event.currentTarget.value) ?? null,
            })
          }
          data={usagePeriods.map((value) => ({
            value: String(value),
            label: t("lastDays", { days: value }),
          }))}
        />
      }
    >
      <QueryView query={query} skeleton={<MailSectionSkeleton />}>
        {(usage) => <Use domainName={domainName} usage={usage} />}
      </QueryView>
    </Section>
  );
}

function Use({ domainName, usage }: { domainName: string; usage: MailUsage }) {
  const t = useTranslations("mailUsage");
  const trpc = useTRPC();
  const bytes = useBytes();
  const missingServers = useMissingServers();
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const { usedBytes, received, sent } = totalUse(usage);
  const used = bytes(usedBytes);
  // Deleted accounts count on the days on which they existed.
  const isUsed = received + sent + usedBytes > 0 || usage.days.some((day) => day.usedBytes > 0);
  return (
    <div>
      {isUsed ? (
        <>
          <Box mb="lg">
            <Surface>
              <Facts
                facts={[
                  {
                    name: t("storageNow"),
                    value: mail
                      ? t("storageOf", { used, max: bytes(mail.storageGigabytes * bytesPerGigabyte) })
                      : used,
                  },
                  { name: t("received"), value: t("count", { count: received }) },
                  { name: t("sent"), value: t("count", { count: sent }) },
                ]}
              />
            </Surface>
          </Box>
          <UsageCharts days={usage.days} />
        </>
      ) : (
        <Box mb="lg">
          <EmptyState icon={IconChartBar} title={t("emptyTitle")}>
            {missingServers ?? t("empty")}
          </EmptyState>
        </Box>
      )}
      <SendingLimits domainName={toUnicodeName(domainName)} sending={usage.sending} />
      {usage.accounts.length > 0 ? (
        <Section title={t("accounts")}>
          <AccountUsageTable domainName={domainName} accounts={usage.accounts} />
        </Section>
      ) : null}
    </div>
  );
}
