"use client";
import { List, Skeleton, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Order, RefundPreview } from "@zonepost/schema";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useLineText } from "../use-line-text.ts";
import { leftOfLine } from "./refund-choice.ts";
import { RefundRefused } from "./refund-refused.tsx";

/** What the chosen refund returns and undoes, and what it doesn't return although it stops working. */
export function RefundEffects(props: {
  query: UseQueryResult<RefundPreview, unknown>;
  payment: Parameters<typeof leftOfLine>[1] &
    Pick<PaymentDetails, "currency"> & { order: Pick<Order, "lines"> };
  /** The rest can be requested from the operator. */
  mayRequestRest?: boolean;
}) {
  const { query, payment, mayRequestRest = false } = props;
  const { currency } = payment;
  const { lines } = payment.order;
  const t = useTranslations("payment");
  const money = useMoney();
  const lineText = useLineText();
  if (query.isError) {
    return (
      <RefundRefused
        failure={problemOf(query.error)}
        leftCents={payment.refundableCents}
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
  const refundedIds = new Set(query.data.lines.map(({ lineId }) => lineId));
  const lostPlans = lines
    .filter(
      ({ id, kind, state, domainName }) =>
        kind === "mail_plan" &&
        state === "completed" &&
        !refundedIds.has(id) &&
        deleted.some((line) => line.domainName === domainName),
    )
    .map((line) => ({ lineId: line.id, domainName: line.domainName, amountCents: leftOfLine(line, payment) }))
    .filter(({ amountCents }) => amountCents > 0);
  const named = (
    ofLine: readonly Pick<RefundPreview["lines"][number], "lineId" | "domainName" | "amountCents">[],
  ) =>
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
          {lostPlans.length > 0 ? (
            <>
              <Text size="sm" mt={6}>
                {t("effectPlansLost", { count: lostPlans.length })}
              </Text>
              <List size="sm" mt={6}>
                {named(lostPlans)}
              </List>
              {mayRequestRest ? (
                <Text size="sm" mt={6}>
                  {t("requestAfterward")}
                </Text>
              ) : null}
            </>
          ) : null}
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
