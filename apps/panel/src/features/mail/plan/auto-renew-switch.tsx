"use client";
import { Group, Switch, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useIsUnpaid } from "./use-is-unpaid.ts";

export function AutoRenewSwitch({ mail }: { mail: MailDomain }) {
  const t = useTranslations("mail");
  const write = useMomentText();
  const now = useNow();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const right = useRight("mail:write");
  const update = useSubmit({
    ...trpc.orders.updateMail.mutationOptions(),
    isRepeatable: true,
    onSettled: () => queryClient.invalidateQueries(trpc.mail.pathFilter()),
  });
  const { domainName, autoRenew, renewsAt, renewalFailedAt, expiresAt } = mail;
  const isUnpaid = useIsUnpaid(mail);
  const isOn = update.isPending ? !autoRenew : autoRenew;
  const isAhead = renewsAt !== null && Date.parse(renewsAt) > now.getTime();
  const words = autoRenew
    ? isAhead
      ? renewalFailedAt
        ? t("planRenewalFailed", { failed: write(renewalFailedAt, "date"), date: write(renewsAt, "date") })
        : t("planRenewsOn", { date: write(renewsAt, "date") })
      : t(renewsAt === null ? "planNotRenewed" : "planRenewalDue")
    : isUnpaid
      ? ""
      : t("planEndsOn", { date: write(expiresAt, "date") });
  return (
    <div style={{ marginTop: 16 }}>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <div>
          <Text size="sm" fw={500} id="plan-auto-renew">
            {t("planAutoRenew")}
          </Text>
          <Text size="sm" c="dimmed" id="plan-auto-renew-words">
            {words} {right.why ?? ""}
          </Text>
        </div>
        <Switch
          // The state as a word, so that color isn't the only sign.
          label={t(isOn ? "planAutoRenewOn" : "planAutoRenewOff")}
          labelPosition="left"
          aria-labelledby="plan-auto-renew"
          aria-describedby="plan-auto-renew-words"
          aria-busy={update.isPending}
          checked={isOn}
          disabled={!right.has}
          aria-disabled={update.isPending || undefined}
          size="md"
          styles={{ labelWrapper: { fontSize: "var(--mantine-font-size-sm)" } }}
          onChange={() => {
            if (!update.isPending) {
              update.mutate({ domainName, autoRenew: !autoRenew });
            }
          }}
        />
      </Group>
      {update.error ? <Failure error={update.error} title={t("planAutoRenewNotSet")} /> : null}
    </div>
  );
}
