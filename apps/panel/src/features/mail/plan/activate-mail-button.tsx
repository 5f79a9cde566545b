"use client";
import { Button, type ButtonProps, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { activateMailPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { useMayOrderPlan } from "./use-may-order-plan.ts";

type Props = ButtonProps & {
  domainName?: string;
  /** To others, says why they can't. */
  explains?: boolean;
};

/** Opens the form, for people who may order mail. */
export function ActivateMailButton({ domainName, explains = false, ...button }: Props) {
  const t = useTranslations("mailOrder");
  const order = useMayOrderPlan();
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
