"use client";
import { Button, type ButtonProps, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { activateMailPath, orderPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useMayOrderPlan } from "./use-may-order-plan.ts";
import { useUnpaidMail } from "./use-unpaid-mail.ts";

type Props = ButtonProps & {
  domainName?: string;
  /** To others, says why they can't. */
  explains?: boolean;
};

/** Opens the form, for people who may order mail; or the order, if the domain's mail only waits for its payment. */
export function ActivateMailButton({ domainName, explains = false, ...button }: Props) {
  const t = useTranslations("mailOrder");
  const order = useMayOrderPlan();
  const money = useMoney();
  const unpaid = useUnpaidMail().find((each) => each.domainName === domainName);
  if (unpaid) {
    return (
      <Button component={Link} href={orderPath(unpaid.orderId)} {...button}>
        {t("pay", { price: money(unpaid.totalCents, unpaid.currency) })}
      </Button>
    );
  }
  if (order.has) {
    return (
      <Button component={Link} href={activateMailPath(domainName)} {...button}>
        {t("activate")}
      </Button>
    );
  }
  return explains ? (
    <Text size="sm" c="dimmed">
      {order.why}
    </Text>
  ) : null;
}
