"use client";
import { Button, type ButtonProps } from "@mantine/core";
import { useTranslations } from "next-intl";
import { activateMailPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { useMayOrderPlan } from "./use-may-order-plan.ts";

/** Opens the form, for people who may order mail. */
export function ActivateMailButton({ domainName, ...button }: ButtonProps & { domainName?: string }) {
  const t = useTranslations("mailOrder");
  const order = useMayOrderPlan();
  return order.has ? (
    <Button component={Link} href={activateMailPath(domainName)} {...button}>
      {t("activate")}
    </Button>
  ) : (
    <Button disabled title={order.why} {...button}>
      {t("activate")}
    </Button>
  );
}
