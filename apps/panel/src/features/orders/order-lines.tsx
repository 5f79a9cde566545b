"use client";
import { Anchor, Text } from "@mantine/core";
import type { Order, OrderLine } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { domainPath, mailPath, operationPath, searchPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { lineStatus } from "./order-state.ts";
import classes from "./orders.module.css";

/** The lines of an order, each with its state, and the reason and the refund if it failed. */
export function OrderLines({ order }: { order: Order }) {
  const t = useTranslations("orders");
  return (
    <ul className={classes.lines} aria-label={t("lines")}>
      {order.lines.map((line) => (
        <Line key={line.id} line={line} order={order} />
      ))}
    </ul>
  );
}

function Line({ line, order }: { line: OrderLine; order: Order }) {
  const t = useTranslations("orders");
  const money = useMoney();
  const { kind, domainName, years, planSlug, state, failure, refundedCents } = line;
  const { tone, key } = lineStatus(line, order);
  const isCanceled = order.state === "cancelled";
  const isRefundDue = state === "failed" && order.paymentId !== null && !isCanceled;
  return (
    <li className={classes.line}>
      <div className={classes.lineName}>
        <Text component="div" fw={600}>
          <DomainName name={domainName} unicodeName={toUnicodeName(domainName)} />
        </Text>
        <Text size="sm" c="dimmed">
          {kind === "mail_plan" && planSlug
            ? t("what_mail_plan", { plan: planSlug, years: years ?? 0 })
            : t(`what_${kind}`, { years: years ?? 0 })}
        </Text>
      </div>
      <div className={classes.lineState}>
        <StatusBadge tone={tone}>{t(key)}</StatusBadge>
        {failure && !isCanceled ? <Text size="sm">{failure.message}</Text> : null}
        {line.waitsFor === "payment_confirmation" ? (
          <Text size="sm" c="dimmed">
            {t("waitsForConfirmation")}
          </Text>
        ) : null}
        {isRefundDue && refundedCents === 0 ? (
          <Text size="sm" c="dimmed">
            {t("refundDue")}
          </Text>
        ) : null}
        {refundedCents > 0 ? (
          <Text size="sm" c="dimmed">
            {t("refunded", { amount: money(refundedCents, order.currency) })}
          </Text>
        ) : null}
        <NextStep line={line} isCanceled={isCanceled} />
      </div>
      <Text className={classes.linePrice}>{money(line.priceCents, order.currency)}</Text>
    </li>
  );
}

function NextStep({ line, isCanceled }: { line: OrderLine; isCanceled: boolean }) {
  const t = useTranslations("orders");
  const { kind, domainName, state, operationId, failure } = line;
  const link = (href: string, label: string) => (
    <Anchor component={Link} href={href} size="sm" underline="always">
      {label}
    </Anchor>
  );
  if (state === "completed") {
    return kind === "mail_plan"
      ? link(mailPath(domainName), t("openMail"))
      : link(domainPath(domainName), t("openDomain"));
  }
  if (state === "running" && operationId !== null) {
    return link(operationPath(operationId), t("openOperation"));
  }
  return kind === "registration" && (failure !== null || isCanceled)
    ? link(searchPath(toUnicodeName(domainName)), t("searchAgain"))
    : null;
}
