"use client";
import { Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type Contact, orderLineLimit } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { useRemoveItems } from "@/features/basket/use-remove-items.ts";
import { contactLine } from "@/features/contacts/contact-line.ts";
import { ChargedCard } from "@/features/payments/cards/charged-card.tsx";
import { Failure } from "@/lib/failure.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./checkout.module.css";
import type { Checkout } from "./use-checkout.ts";

/** The total, the terms, the choice of a card, and the button that orders. */
export function BasketSummary({ checkout, contacts }: { checkout: Checkout; contacts: Contact[] }) {
  const t = useTranslations("checkout");
  const money = useMoney();
  const format = useFormatter();
  const { basket, preview, previews = [], query, quote, isFresh, form, cards, needsPayment } = checkout;
  const { wish, order, mayOrder, needsFields, isComplete } = checkout;
  const registrant = contacts.find(({ id }) => id === form.values.registrantId);
  const total = preview && money(preview.totalCents, preview.currency);
  const points = [
    ...(needsFields && registrant ? [t("registeredTo", { who: contactLine(registrant) })] : []),
    ...(needsFields ? [t(form.values.autoRenew ? "autoRenews" : "expires")] : []),
    ...(basket.items.some(({ kind }) => kind === "transfer_in") ? [t("transferTakes")] : []),
    ...(needsPayment ? [t(wish.hosted ? "chargedOnPage" : "chargedNow"), t("refundedAlone")] : []),
  ];
  return (
    <section className={classes.summary} aria-label={t("summary")} aria-busy={!isFresh}>
      <Title order={2} size="h4">
        {t("summary")}
      </Title>
      {basket.items.length === 0 ? null : !isComplete ? (
        <Text size="sm" c="dimmed">
          {t("fillIn")}
        </Text>
      ) : query.error ? (
        <Failure error={query.error} title={t("noQuote")} onRetry={() => void checkout.askPrices()} />
      ) : preview === undefined ? (
        <Skeleton height={64} />
      ) : (
        <div style={{ opacity: isFresh ? 1 : 0.55 }}>
          <div className={classes.total}>{total}</div>
          {previews.length > 1 ? (
            <Text size="sm">
              {t("charges", {
                count: previews.length,
                limit: orderLineLimit,
                sums: format.list(previews.map(({ totalCents, currency }) => money(totalCents, currency))),
              })}
            </Text>
          ) : null}
          <Text size="sm" c="dimmed">
            {preview.taxCents > 0
              ? t("withTax", { tax: money(preview.taxCents, preview.currency) })
              : t("total")}
          </Text>
        </div>
      )}
      <Problems checkout={checkout} />
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={16} aria-hidden />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      {needsPayment ? <ChargedCard cards={cards} /> : null}
      <OrderFailure checkout={checkout} />
      <Refused checkout={checkout} />
      <Button
        size="md"
        fullWidth
        disabled={!mayOrder && !order.isPending}
        loading={order.isPending}
        onClick={checkout.placeOrder}
      >
        {total === undefined || (quote?.problems.size ?? 0) > 0
          ? t("order")
          : t(needsPayment && wish.hosted ? "orderOnPage" : "orderFor", { total })}
      </Button>
    </section>
  );
}

/** Domains that can't be ordered, and problems with the order as a whole. */
function Problems({ checkout: { basket, quote, isFresh, change, preview } }: { checkout: Checkout }) {
  const t = useTranslations("checkout");
  const remove = useRemoveItems(change);
  const names = [...(quote?.problems.keys() ?? [])];
  if (!isFresh || quote === undefined || preview?.problems.length === 0) {
    return null;
  }
  return (
    <Stack gap="sm" align="flex-start" role="status">
      {quote.refusals.map(({ message }) => (
        <ProblemAlert key={message} title={t("notOrderable")} detail={message} />
      ))}
      {names.length > 0 ? (
        <>
          <Text size="sm" c="var(--zp-bad)">
            {t("blocked", { count: names.length })}
          </Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => remove(basket.items.filter(({ name }) => names.includes(name)))}
          >
            {t("removeBlocked", { count: names.length })}
          </Button>
        </>
      ) : null}
    </Stack>
  );
}

/** Of several orders, those that weren't placed. Their domains are still in the basket. */
function Refused({ checkout: { refused } }: { checkout: Checkout }) {
  const t = useTranslations("checkout");
  const format = useFormatter();
  return refused.map(({ names, failure: { detail } }) => (
    <ProblemAlert
      key={names.join()}
      title={t("refused", { count: names.length })}
      detail={`${detail ?? t("notCharged")} ${format.list(names)}`}
    />
  ));
}

function OrderFailure({ checkout: { order, unanswered } }: { checkout: Checkout }) {
  const t = useTranslations("checkout");
  const money = useMoney();
  const { failure } = order;
  if (unanswered.length > 0) {
    const repeat = () => order.mutate(unanswered);
    return failure ? (
      <FailureAlert failure={failure} title={t("unanswered")} onRetry={repeat} />
    ) : (
      <Notice title={t("unanswered")}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t("unansweredWords")}</Text>
          <Button variant="default" size="xs" onClick={repeat}>
            {t("askAgain")}
          </Button>
        </Stack>
      </Notice>
    );
  }
  if (failure?.code === "price_changed") {
    const { totalCents, currency } = failure;
    const detail =
      totalCents === undefined || currency === undefined
        ? t("pricesChangedWords")
        : t("totalChangedWords", { total: money(totalCents, currency) });
    return <ProblemAlert title={t("pricesChanged")} detail={detail} />;
  }
  return failure ? <FailureAlert failure={failure} title={t("notOrdered")} /> : null;
}
