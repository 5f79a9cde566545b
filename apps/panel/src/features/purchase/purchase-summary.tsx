"use client";
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { DomainOperationPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { ChargedCard } from "@/features/payments/cards/charged-card.tsx";
import type { useCardChoice } from "@/features/payments/cards/use-card-choice.ts";
import { Failure } from "@/lib/failure.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import classes from "./purchase.module.css";
import { PurchaseProblem } from "./purchase-problem.tsx";

export type PurchaseSummaryProps = {
  title: string;
  name: string;
  /** The reason that there is no preview. */
  error: unknown;
  onRetry: () => void;
  preview: DomainOperationPreview | undefined;
  /** The choice of the card; undefined while payments are off. */
  cards: ReturnType<typeof useCardChoice> | undefined;
  /** Whether the preview matches the current form. */
  isFresh: boolean;
  /** Fields that show their own errors. */
  placed: readonly string[];
  /** Shown until the form is complete. */
  waitsFor: string | undefined;
  points: string[];
  /** The title of a problem that no field shows. */
  blockedTitle: string;
  children: ReactNode;
};

/** Next to a purchase form: the price, the outcome and anything blocking it. */
export function PurchaseSummary(props: PurchaseSummaryProps) {
  const {
    title,
    name,
    error,
    onRetry,
    preview,
    cards,
    isFresh,
    placed,
    waitsFor,
    points,
    blockedTitle,
    children,
  } = props;
  const t = useTranslations("register");
  const money = useMoney();
  const momentText = useMomentText();
  const isAsking = !isFresh && waitsFor === undefined && !error;
  const unplacedErrors = (preview?.problems ?? []).filter(
    ({ pointer }) => !pointer?.split("/").some((part) => placed.includes(part)),
  );
  const elsewhere = (preview?.problems.length ?? 0) > unplacedErrors.length;
  return (
    <section className={classes.summary} aria-label={title} aria-busy={isAsking}>
      <div>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
          <DomainName name={name} unicodeName={toUnicodeName(name)} />
        </Title>
      </div>
      {waitsFor !== undefined ? (
        <Text size="sm" c="dimmed">
          {waitsFor}
        </Text>
      ) : error ? (
        <Failure error={error} title={t("noPreview")} onRetry={onRetry} />
      ) : preview ? (
        <Stack gap="md" style={{ opacity: isFresh ? 1 : 0.55 }}>
          {preview.priceCents !== null && preview.currency ? (
            <div>
              <div className={classes.price}>{money(preview.priceCents, preview.currency)}</div>
              <Text size="sm" c="dimmed">
                {preview.years ? t("forYears", { count: preview.years }) : t("onceOnly")}
                {preview.expiresAt
                  ? ` · ${t("paidUntil", { date: momentText(preview.expiresAt, "date") })}`
                  : ""}
              </Text>
            </div>
          ) : null}
          {unplacedErrors.map((problem) => (
            <PurchaseProblem
              key={problem.code + problem.message}
              title={blockedTitle}
              problem={problem}
              name={name}
            />
          ))}
          {elsewhere ? (
            <Text size="sm" c="var(--zp-bad)" role="status">
              {t("seeFields")}
            </Text>
          ) : null}
          {preview.problems.length > 0 ? null : (
            <ul className={classes.points}>
              {points.map((point) => (
                <li key={point}>
                  <IconCheck size={16} aria-hidden />
                  <span>{point}</span>
                </li>
              ))}
              {preview.warnings.map((warning) => (
                <li key={warning.code} data-tone="warn">
                  <IconAlertTriangle size={16} aria-hidden />
                  <span>{warning.message}</span>
                </li>
              ))}
            </ul>
          )}
        </Stack>
      ) : (
        <Stack gap="sm">
          <Skeleton height={34} width={130} />
          <Skeleton height={14} width="80%" />
          <Skeleton height={14} width="60%" />
        </Stack>
      )}
      {cards && preview?.wouldSucceed && preview.priceCents ? <ChargedCard cards={cards} /> : null}
      {children}
    </section>
  );
}
