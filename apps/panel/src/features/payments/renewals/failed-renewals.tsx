"use client";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Renewal, Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { isShown, rightsToRenew } from "@/features/access/rights.ts";
import { orderPath, savedCardsPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { renewalPath } from "./use-renewal-columns.tsx";

/** The first ones, and how many there are. */
export function FailedRenewals(props: { renewals: Renewal[]; count: number; onShowAll: () => void }) {
  const { renewals, count, onShowAll } = props;
  const t = useTranslations("renewals");
  return (
    <>
      {renewals.map((renewal) => (
        <FailedRenewal key={`${renewal.kind} ${renewal.name}`} renewal={renewal} />
      ))}
      {count > renewals.length ? (
        <Button variant="default" mb="lg" onClick={onShowAll}>
          {t("showFailed", { count })}
        </Button>
      ) : null}
    </>
  );
}

function FailedRenewal({ renewal }: { renewal: Renewal }) {
  const t = useTranslations("renewals");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const now = useNow();
  const momentText = useMomentText();
  const { name, failure, failedAt, chargesAt, expiresAt } = renewal;
  const pay = paymentOf(renewal);
  const day = (at: string) => momentText(at, "date");
  const maySee = (right: Right) => current !== undefined && isShown(current, right);
  return (
    <Notice title={t("failedTitle", { name: toUnicodeName(name) })}>
      {failure ? (
        <Text size="sm">
          {failedAt ? t("failedOn", { date: day(failedAt), reason: failure.message }) : failure.message}
        </Text>
      ) : null}
      <Text size="sm">
        {chargesAt ? t("nextAttempt", { date: day(chargesAt) }) : t("noNextAttempt")}{" "}
        {t(new Date(expiresAt) > now ? "expiresOn" : "expiredOn", { date: day(expiresAt) })}
      </Text>
      <Group gap="sm" mt="sm">
        {maySee("payments:write") ? (
          <Button component={Link} href={savedCardsPath} size="xs" variant="default">
            {t("changeCard")}
          </Button>
        ) : null}
        {pay?.rights.some(maySee) ? (
          <Button component={Link} href={pay.href} size="xs">
            {t("payNow")}
          </Button>
        ) : null}
      </Group>
    </Notice>
  );
}

/**
 * An unpaid order can be paid, also by people who only pay bills. Callers who don't see its payment don't see the order
 * either.
 */
function paymentOf(renewal: Renewal): { href: string; rights: readonly Right[] } | undefined {
  const { kind, orderId, orderState, paymentId } = renewal;
  if (orderId !== null && orderState === "awaiting_payment" && paymentId !== null) {
    return { href: orderPath(orderId), rights: ["payments:write", "domains:buy"] };
  }
  return kind === "domain" ? { href: `${renewalPath(renewal)}?act=renew`, rights: rightsToRenew } : undefined;
}
