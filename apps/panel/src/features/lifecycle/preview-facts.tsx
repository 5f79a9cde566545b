"use client";
import { Skeleton, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { DomainOperationPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

export function PreviewFacts({ query }: { query: UseQueryResult<DomainOperationPreview, unknown> }) {
  const t = useTranslations("domainActs");
  const money = useMoney();
  const preview = query.data;
  if (query.isError) {
    return <Failure error={query.error} title={t("noPrice")} onRetry={() => void query.refetch()} />;
  }
  if (!preview) {
    return <Skeleton height={44} aria-busy />;
  }
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          {
            name: t("price"),
            value: (
              <Text component="span" fw={600}>
                {preview.priceCents === null || preview.currency === null
                  ? "–"
                  : money(preview.priceCents, preview.currency)}
              </Text>
            ),
          },
          {
            name: t("newExpiry"),
            value: preview.expiresAt === null ? "–" : <Moment at={preview.expiresAt} />,
          },
        ]}
      />
      {preview.problems.map((problem) => (
        <ProblemAlert key={problem.code + problem.message} title={t("wouldFail")} detail={problem.message} />
      ))}
      {preview.warnings.map((warning) => (
        <Text key={warning.code} size="sm">
          {warning.message}
        </Text>
      ))}
    </Stack>
  );
}
