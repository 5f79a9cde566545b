"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { bytesPerGigabyte, type MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Meter } from "@/ui/notices/meter.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";
import { AutoRenewSwitch } from "./auto-renew-switch.tsx";
import { useIsUnpaid } from "./use-is-unpaid.ts";
import { useMayOrderPlan } from "./use-may-order-plan.ts";

const PlanDialog = lazyDialog(() => import("./plan-dialog.tsx").then((module) => module.PlanDialog));

export function MailPlan({ mail }: { mail: MailDomain }) {
  const t = useTranslations("mail");
  const { accountCount, maxAccounts, nextPlanSlug, status } = mail;
  const order = useMayOrderPlan();
  const bytes = useBytes();
  const [kind, setKind] = useState<"change" | "renew">("change");
  const [isOpen, setIsOpen] = useState(false);
  const open = (wanted: typeof kind) => {
    setKind(wanted);
    setIsOpen(true);
  };
  const used = t("accountsUsed", { used: accountCount, max: maxAccounts });
  const plan = t(`plan_${mail.planSlug}`);
  const isUnpaid = useIsUnpaid(mail);
  const isDeactivated = status === "deactivated";
  const stored = t("storageUsed", { used: bytes(mail.usedBytes), gigabytes: mail.storageGigabytes });
  return (
    <Section
      title={t("plan")}
      description={order.why}
      action={
        isDeactivated && !isUnpaid ? null : (
          <Group gap="xs">
            {isUnpaid ? null : (
              <Button variant="default" disabled={!order.has} onClick={() => open("renew")}>
                {t("renewPlan")}
              </Button>
            )}
            <Button
              variant={isUnpaid ? "filled" : "default"}
              disabled={!order.has}
              onClick={() => open("change")}
            >
              {t(isUnpaid ? "payForPlan" : "changePlan")}
            </Button>
          </Group>
        )
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
            { name: t("activated"), value: <Moment at={mail.activatedAt} /> },
          ]}
        />
        <Stack gap="sm" mt="md">
          <Share label={t("accounts")} value={accountCount} max={maxAccounts} text={used} />
          <Share
            label={t("storage")}
            value={mail.usedBytes}
            max={mail.storageGigabytes * bytesPerGigabyte}
            text={stored}
          />
        </Stack>
        {isDeactivated ? null : <AutoRenewSwitch mail={mail} />}
      </Surface>
      <PlanDialog mail={mail} kind={kind} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}

/** How much of the plan is in use. */
function Share(props: { label: string; value: number; max: number; text: string }) {
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm">{props.label}</Text>
        <Text size="sm" c="dimmed">
          {props.text}
        </Text>
      </Group>
      <Meter {...props} />
    </div>
  );
}
