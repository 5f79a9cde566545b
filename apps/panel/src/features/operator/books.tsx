"use client";
import { Button, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OperatorBooks } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { operatorParams } from "./operator-params.ts";

/** Whether the ledger equals the processor and the registries, and what couldn't be compared. */
export function Books() {
  const t = useTranslations("operator");
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.operator.books.queryOptions(), retry: false });
  return (
    <Section title={t("books")}>
      {query.isError ? (
        <Failure error={query.error} title={t("booksNotLoaded")} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Text size="sm" c="dimmed" aria-busy>
          {t("booksLoading")}
        </Text>
      ) : (
        <Compared books={query.data} />
      )}
    </Section>
  );
}

function Compared({ books: { day, differences, unchecked } }: { books: OperatorBooks }) {
  const t = useTranslations("operator");
  if (day === null) {
    return <Text size="sm">{t("booksNever")}</Text>;
  }
  if (differences.length === 0 && unchecked.length === 0) {
    return <Text size="sm">{t("booksMatch", { day })}</Text>;
  }
  return (
    <>
      {differences.length > 0 ? (
        <Notice title={t("booksDiffer", { count: differences.length, day })}>
          <List size="sm">
            {differences.map((difference) => (
              <List.Item key={JSON.stringify(difference)}>
                <Difference difference={difference} />
              </List.Item>
            ))}
          </List>
        </Notice>
      ) : null}
      {unchecked.length > 0 ? (
        <List size="sm" aria-label={t("uncheckedLabel", { day })}>
          {unchecked.map(({ at, registrar, reason }) => (
            <List.Item key={`${at} ${registrar}`}>
              {t(`unchecked_${reason}`, { name: registrar ?? t(`balance_${at}`) })}
            </List.Item>
          ))}
        </List>
      ) : null}
    </>
  );
}

function Difference({ difference }: { difference: OperatorBooks["differences"][number] }) {
  const { paymentId, at, ownCents, foundCents, currency } = difference;
  const t = useTranslations("operator");
  const money = useMoney();
  const [, setParams] = useQueryStates(operatorParams, { history: "push" });
  const amounts = { own: money(ownCents, currency), found: money(foundCents, currency) };
  if (paymentId === null) {
    return t(`balanceDiffers_${at}`, amounts);
  }
  return (
    <>
      {t(`paymentDiffers_${at}`, amounts)}{" "}
      <Button variant="subtle" size="xs" onClick={() => void setParams({ payment: paymentId })}>
        {t("showPayment")}
      </Button>
    </>
  );
}
