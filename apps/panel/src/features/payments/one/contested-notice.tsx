"use client";
import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { operatorPaymentPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { PaidFor } from "./paid-for.tsx";

/** An open dispute, or else a fraud warning: what happened, who acts by when, and what it means for what was paid. */
export function ContestedNotice({ payment }: { payment: PaymentDetails }) {
  const open = payment.disputes.filter(({ state }) => state === "open");
  const dispute = open.find(({ kind }) => kind === "dispute");
  const warning = open.find(({ kind }) => kind === "early_fraud_warning");
  if (dispute) {
    return <DisputeNotice payment={payment} dispute={dispute} />;
  }
  return warning && payment.status !== "refunded" ? (
    <WarningNotice payment={payment} openedAt={warning.openedAt} />
  ) : null;
}

type Dispute = PaymentDetails["disputes"][number];

function DisputeNotice({ payment, dispute }: { payment: PaymentDetails; dispute: Dispute }) {
  const t = useTranslations("contested");
  const money = useMoney();
  const write = useMomentText();
  const now = useNow();
  const { order, currency, suspendsIfLost } = payment;
  const { isInquiry, amountCents, openedAt, evidenceDueAt } = dispute;
  const amount = money(amountCents, currency);
  const due = evidenceDueAt === null ? "" : write(evidenceDueAt, "date");
  const answer =
    evidenceDueAt === null ? "answers" : new Date(evidenceDueAt) > now ? "answersBy" : "answered";
  const registered = order.lines.filter(
    ({ kind, state }) => kind === "registration" && state === "completed",
  );
  const name = toUnicodeName(registered[0]?.domainName ?? "");
  return (
    <Notice title={t(isInquiry ? "inquiryTitle" : "disputeTitle", { amount })}>
      <Stack gap="xs">
        <Text size="sm">
          {t(isInquiry ? "inquiry" : "dispute", { amount, date: write(openedAt, "date") })}{" "}
          {t(answer, { date: due })}
        </Text>
        <Text size="sm">
          {t("worksDispute")}{" "}
          {registered.length === 0 ? null : t("locked", { count: registered.length, name })}{" "}
          {t(suspendsIfLost ? "lostSuspends" : "lost")}
        </Text>
        <PaidFor order={order} />
        <Text size="sm">{t("next")}</Text>
        <OperatorLink id={payment.id} />
      </Stack>
    </Notice>
  );
}

function WarningNotice({ payment, openedAt }: { payment: PaymentDetails; openedAt: string }) {
  const t = useTranslations("contested");
  const write = useMomentText();
  const { order, pauseEndsAt } = payment;
  return (
    <Notice title={t("warningTitle")}>
      <Stack gap="xs">
        <Text size="sm">
          {t("warning", { date: write(openedAt, "date") })}{" "}
          {pauseEndsAt === null ? t("decides") : t("decidesBy", { date: write(pauseEndsAt, "date") })}
        </Text>
        <Text size="sm">{t("worksWarning")}</Text>
        <PaidFor order={order} />
        <Text size="sm">{t("nextWarning")}</Text>
        <OperatorLink id={payment.id} />
      </Stack>
    </Notice>
  );
}

/** For a person who is also the operator. */
function OperatorLink({ id }: { id: string }) {
  const t = useTranslations("contested");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  return current?.isOperator ? (
    <div>
      <Button component={Link} href={operatorPaymentPath(id)} variant="default" size="xs">
        {t("openAsOperator")}
      </Button>
    </div>
  ) : null;
}
