"use client";
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { isShown } from "@/features/access/rights.ts";
import { orderPath, paymentPath, paymentsOfDomainPath, receiptPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./domain-payments.module.css";
import { paymentsOfDomain } from "./list/payment-list-params.ts";
import { PaymentStatus } from "./payment-status.tsx";

/** What was paid for a domain and its mail, newest first, for those who see payments. */
export function DomainPayments({ name }: { name: string }) {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const { data } = useQuery({
    ...trpc.orders.payments.queryOptions(paymentsOfDomain(name)),
    enabled: current !== undefined && isShown(current, "payments:read"),
  });
  const t = useTranslations("payments");
  if (!data || data.items.length === 0) {
    return null;
  }
  return (
    <Section
      title={t("title")}
      action={
        data.nextCursor !== null ? (
          <Anchor component={Link} href={paymentsOfDomainPath(name)} size="sm" underline="always">
            {t("allOfDomain", { count: data.total ?? 0 })}
          </Anchor>
        ) : undefined
      }
    >
      <Surface>
        <ul className={classes.list}>
          {data.items.map((payment) => (
            <DomainPayment key={payment.id} payment={payment} />
          ))}
        </ul>
      </Surface>
    </Section>
  );
}

/** The part of the payment that is for the domain: the others are on its page. */
function DomainPayment({ payment }: { payment: PaymentListItem }) {
  const t = useTranslations("payments");
  const money = useMoney();
  const { lines } = payment;
  const cents = lines.reduce((sum, { priceCents, taxCents }) => sum + priceCents + taxCents, 0);
  return (
    <li>
      <span className={classes.what}>
        <Anchor component={Link} href={paymentPath(payment.id)} inherit underline="always">
          {lines.map(({ kind, years }) => t("bought", { kind, years: years ?? 0 })).join(", ")}
        </Anchor>
        <span className={classes.amount}>{money(cents, payment.currency)}</span>
      </span>
      <span className={classes.what}>
        <Text component="span" size="xs" c="dimmed">
          <Moment at={payment.receivedAt ?? payment.createdAt} />
          {" · "}
          <Anchor component={Link} href={orderPath(payment.orderId)} inherit underline="always">
            {t("order")}
          </Anchor>
          {payment.receivedAt === null ? null : (
            <>
              {" · "}
              <Anchor component={Link} href={receiptPath(payment.id)} inherit underline="always">
                {t("receipt")}
              </Anchor>
            </>
          )}
        </Text>
        <PaymentStatus payment={payment} />
      </span>
    </li>
  );
}
