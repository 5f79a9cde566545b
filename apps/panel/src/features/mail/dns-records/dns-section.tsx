"use client";
import { Button, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MailDnsRecord } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MailSectionSkeleton } from "../mail-section-skeleton.tsx";
import { DnsRecords } from "./dns-record.tsx";
import { HostedRecord } from "./hosted-record.tsx";

export function DnsSection({ domainName }: { domainName: string }) {
  const t = useTranslations("mailDns");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // The first visit checks at once.
  const query = useQuery(trpc.mail.dns.queryOptions({ domainName }));
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const check = useSubmit({
    ...trpc.mail.checkDns.mutationOptions(),
    isRepeatable: true,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.mail.dns.queryFilter({ domainName })),
        queryClient.invalidateQueries(trpc.mail.dnsLights.queryFilter({ domainName })),
        queryClient.invalidateQueries(trpc.mail.page.infiniteQueryFilter()),
      ]),
  });
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ domainName })}>
          {t("check")}
        </Button>
      }
    >
      <Stack gap="md">
        {check.error ? <Failure error={check.error} title={t("notChecked")} /> : null}
        <QueryView query={query} skeleton={<MailSectionSkeleton isTall />}>
          {({ records, zone, checkedAt, hasServers }) => (
            <>
              {hasServers ? null : (
                <Notice title={t("noServersTitle")}>
                  <Text size="sm">{t("noServers")}</Text>
                </Notice>
              )}
              <Text size="sm" c="dimmed" role="status">
                {t.rich("checked", { date: () => <Moment at={checkedAt} detail="minute" /> })}{" "}
                {current?.sandbox ? t("sandbox") : null}
              </Text>
              <HostedSummary records={records} />
              <DnsRecords
                key={checkedAt}
                records={records}
                zone={zone}
                hostedOf={(record) => <HostedRecord record={record} domainName={domainName} />}
              />
            </>
          )}
        </QueryView>
      </Stack>
    </Section>
  );
}

/** With a zone here, there is nothing to copy and paste. */
function HostedSummary({ records }: { records: readonly MailDnsRecord[] }) {
  const t = useTranslations("mailDns");
  const hosted = records.flatMap((record) => record.hosted ?? []);
  if (hosted.length === 0) {
    return null;
  }
  const conflicts = hosted.filter(({ state }) => state === "conflict").length;
  const managed = hosted.filter(({ state }) => state === "managed").length;
  return (
    <Text size="sm">
      {t("hosted", { managed, count: hosted.length })}{" "}
      {conflicts > 0 ? t("conflicts", { count: conflicts }) : null}
    </Text>
  );
}
