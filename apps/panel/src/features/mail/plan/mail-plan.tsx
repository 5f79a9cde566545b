"use client";
import { Button, Group } from "@mantine/core";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Meter } from "@/ui/notices/meter.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { AutoRenewSwitch } from "./auto-renew-switch.tsx";
import { useMayOrderPlan } from "./use-may-order-plan.ts";

const PlanDialog = lazyDialog(() => import("./plan-dialog.tsx").then((module) => module.PlanDialog));

export function MailPlan({ mail }: { mail: MailDomain }) {
  const t = useTranslations("mail");
  const { accountCount, maxAccounts, nextPlanSlug, status } = mail;
  const order = useMayOrderPlan();
  const [kind, setKind] = useState<"change" | "renew">("change");
  const [isOpen, setIsOpen] = useState(false);
  const open = (wanted: typeof kind) => {
    setKind(wanted);
    setIsOpen(true);
  };
  const used = t("accountsUsed", { used: accountCount, max: maxAccounts });
  const plan = t(`plan_${mail.planSlug}`);
  const isSuspended = status === "suspended";
  return (
    <Section
      title={t("plan")}
      description={order.why}
      action={
        <Group gap="xs">
          {isSuspended ? null : (
            <Button variant="default" disabled={!order.has} onClick={() => open("renew")}>
              {t("renewPlan")}
            </Button>
          )}
          <Button
            variant={isSuspended ? "filled" : "default"}
            disabled={!order.has}
            onClick={() => open("change")}
          >
            {t(isSuspended ? "payForPlan" : "changePlan")}
          </Button>
        </Group>
      }
    >
      <Surface>
        <Facts
          facts={[
            {
              name: t("plan"),
              value: nextPlanSlug ? t("planThen", { plan, next: t(`plan_${nextPlanSlug}`) }) : plan,
            },
            { name: t("planPaidUntil"), value: <Moment at={mail.expiresAt} /> },
            { name: t("accounts"), value: used },
            { name: t("storage"), value: t("planStorage", { gigabytes: mail.storageGigabytes }) },
            { name: t("activated"), value: <Moment at={mail.activatedAt} /> },
          ]}
        />
        <div style={{ marginTop: 16 }}>
          <Meter label={t("accounts")} value={accountCount} max={maxAccounts} text={used} />
        </div>
        <AutoRenewSwitch mail={mail} />
      </Surface>
      <PlanDialog mail={mail} kind={kind} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}
