"use client";
import { Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MailPlanSlug, OrderPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";

type PlanLine = {
  kind: "mail_plan";
  domainName: string;
  planSlug: MailPlanSlug;
  currentExpiresAt?: string;
};

/** The price of a plan before it is ordered. */
export function usePlanPreview(lines: PlanLine[], isEnabled: boolean) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ["orders", "preview", lines],
    queryFn: () => client.orders.preview.mutate({ lines }),
    enabled: isEnabled,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function PlanPrice({ preview }: { preview: ReturnType<typeof usePlanPreview> }) {
  const t = useTranslations("mail");
  if (preview.isError) {
    return <Failure error={preview.error} title={t("noPlanPrice")} onRetry={() => void preview.refetch()} />;
  }
  return preview.data ? <PlanFacts preview={preview.data} /> : <Skeleton height={44} aria-busy />;
}

function PlanFacts({ preview }: { preview: OrderPreview }) {
  const t = useTranslations("mail");
  const money = useMoney();
  const { totalCents, taxCents, currency, problems, warnings } = preview;
  const [line] = preview.lines;
  if (problems.length > 0) {
    return problems.map(({ code, message }) => (
      <ProblemAlert key={code} title={t("planRefused")} detail={message} />
    ));
  }
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          {
            name: t("planPrice"),
            value: (
              <>
                <Text component="span" fw={600}>
                  {money(totalCents, currency)}
                </Text>
                {taxCents > 0 ? ` ${t("planTax", { tax: money(taxCents, currency) })}` : null}
              </>
            ),
          },
          { name: t("planPaidUntil"), value: line?.expiresAt ? <Moment at={line.expiresAt} /> : "–" },
        ]}
      />
      {warnings.map(({ code, message }) => (
        <Text key={code} size="sm">
          {message}
        </Text>
      ))}
    </Stack>
  );
}
