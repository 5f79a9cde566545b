"use client";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Receipt } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { paymentPath, paymentsPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useCountryNames } from "@/lib/use-country-names.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useLineText } from "../use-line-text.ts";
import classes from "./receipt.module.css";
import { ReceiptSkeleton } from "./receipt-skeleton.tsx";

/** A receipt on one sheet. Printed, it has nothing else on it. */
export function ReceiptPage({ paymentId }: { paymentId: string }) {
  const t = useTranslations("receipt");
  const trpc = useTRPC();
  const query = useQuery(trpc.orders.receipt.queryOptions({ id: paymentId }));
  return (
    <QueryView
      query={query}
      skeleton={<ReceiptSkeleton />}
      header={<PageHeader crumbs={[{ label: t("payments"), href: paymentsPath }]} title={t("tab")} />}
    >
      {(receipt) => <OneReceipt receipt={receipt} />}
    </QueryView>
  );
}

function OneReceipt({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("receipt");
  const write = useMomentText();
  const title = t("title", { number: receipt.number });
  return (
    <>
      <div className={classes.header}>
        <PageHeader
          crumbs={[
            { label: t("payments"), href: paymentsPath },
            { label: t("payment"), href: paymentPath(receipt.paymentId) },
          ]}
          title={t("tab")}
          actions={
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              {t("print")}
            </Button>
          }
        />
      </div>
      <article className={classes.sheet} aria-label={title}>
        <header className={classes.head}>
          <div className={classes.title}>{title}</div>
          <div>{t("issued", { date: write(receipt.issuedAt, "date") })}</div>
        </header>
        <div className={classes.parties}>
          <Party heading={t("seller")} {...receipt.seller} />
          <Party heading={t("buyer")} {...receipt.buyer} />
        </div>
        <Items receipt={receipt} />
        <footer className={classes.foot}>
          {t("paymentId")} {receipt.paymentId}
          <br />
          {t("orderId")} {receipt.orderId}
        </footer>
      </article>
    </>
  );
}

function Party(props: {
  heading: string;
  name: string;
  addressLines: string[];
  countryCode?: string | null;
  vatId: string | null;
}) {
  const { heading, name, addressLines, countryCode = null, vatId } = props;
  const t = useTranslations("receipt");
  const { countryName } = useCountryNames();
  const lines = [name, ...addressLines, countryCode === null ? "" : countryName(countryCode)];
  return (
    <section aria-label={heading}>
      <h2 className={classes.label}>{heading}</h2>
      <address className={classes.address}>{lines.filter((line) => line !== "").join("\n")}</address>
      {vatId === null ? null : (
        <div>
          {t("vatId")} {vatId}
        </div>
      )}
    </section>
  );
}

function Items({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("receipt");
  const money = useMoney();
  const write = useMomentText();
  const lineText = useLineText();
  const { lines, refunds, currency, taxPercent, taxCents, totalCents, takenBackCents } = receipt;
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sum = (name: string, cents: number, isTotal = false) => (
    <tr key={name} data-total={isTotal || undefined}>
      <th scope="row">{name}</th>
      <td>{money(cents, currency)}</td>
    </tr>
  );
  return (
    <table className={classes.items}>
      <thead>
        <tr>
          <th scope="col">{t("item")}</th>
          <th scope="col">{t("price")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>{lineText(line)}</td>
            <td>{money(line.priceCents, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sum(t("subtotal"), totalCents - taxCents)}
        {sum(t("tax", { percent: taxPercent }), taxCents)}
        {sum(t("total"), totalCents, true)}
        {refunds.map(({ amountCents, refundedAt }) =>
          sum(t("refunded", { date: write(refundedAt, "date") }), -amountCents),
        )}
        {takenBackCents > 0 ? sum(t("takenBack"), -takenBackCents) : null}
        {refunds.length > 0 && takenBackCents === 0 ? sum(t("rest"), totalCents - refundedCents, true) : null}
      </tfoot>
    </table>
  );
}
