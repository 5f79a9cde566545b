"use client";
import { List, Skeleton, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { OrderLine, RefundPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useLineText } from "../use-line-text.ts";
import { RefundRefused } from "./refund-refused.tsx";

/** What the chosen refund returns and undoes. */
export function RefundEffects(props: {
  query: UseQueryResult<RefundPreview, unknown>;
  lines: readonly OrderLine[];
  leftCents: number;
  currency: string;
}) {
  const { query, lines, leftCents, currency } = props;
  const t = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  if (query.isError) {
    return (
      <RefundRefused
        failure={problemOf(query.error)}
        leftCents={leftCents}
        currency={currency}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) {
    return <Skeleton height={64} aria-busy />;
  }
  const deleted = query.data.lines.filter(({ effect }) => effect === "domain_deleted");
  const withdrawn = query.data.lines.filter(({ effect }) => effect === "not_carried_out");
  const kept = query.data.lines.filter(({ effect }) => effect === "money_only");
  const listed = (["plan_ended", "plan_reverted", "given_away"] as const).map((effect) => ({
    effect,
    lines: query.data.lines.filter((line) => line.effect === effect),
  }));
  const named = (ofLine: RefundPreview["lines"]) =>
    ofLine.map(({ lineId, domainName, amountCents }) => {
      const line = lines.find(({ id }) => id === lineId);
      return (
        <List.Item key={lineId}>
          {line ? lineText(line) : toUnicodeName(domainName)}, {money(amountCents, currency)}
        </List.Item>
      );
    });
  return (
    <Stack gap="sm" aria-live="polite">
      {deleted.length > 0 ? (
        <Notice title={t("effectDeletedTitle", { count: deleted.length })}>
          <Text size="sm">{t("effectDeleted")}</Text>
          <List size="sm" mt={6}>
            {deleted.map(({ lineId, domainName, amountCents }) => (
              <List.Item key={lineId}>
                <b>{toUnicodeName(domainName)}</b>, {money(amountCents, currency)}
              </List.Item>
            ))}
          </List>
        </Notice>
      ) : null}
      {withdrawn.length > 0 ? <Text size="sm">{t("effectNotCarriedOut")}</Text> : null}
      {listed.map(({ effect, lines: ofEffect }) =>
        ofEffect.length > 0 ? (
          <div key={effect}>
            <Text size="sm">{t(`effect_${effect}`)}</Text>
            <List size="sm" mt={6}>
              {named(ofEffect)}
            </List>
          </div>
        ) : null,
      )}
      {kept.length === query.data.lines.length ? (
        <Text size="sm">{t("effectMoneyOnly")}</Text>
      ) : kept.length > 0 ? (
        <div>
          <Text size="sm">{t("effectKept")}</Text>
          <List size="sm" mt={6}>
            {named(kept)}
          </List>
        </div>
      ) : null}
    </Stack>
  );
}
