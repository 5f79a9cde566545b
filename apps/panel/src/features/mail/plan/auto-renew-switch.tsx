"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { SavingSwitch } from "@/ui/form/saving-switch.tsx";
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
      <SavingSwitch
        name={t("planAutoRenew")}
        words={`${words} ${right.why ?? ""}`}
        isOn={autoRenew}
        stateText={(isOn) => t(isOn ? "planAutoRenewOn" : "planAutoRenewOff")}
        isSaving={update.isPending}
        disabled={!right.has}
        onSwitch={(isOn) => update.mutate({ domainName, autoRenew: isOn })}
      />
      {update.error ? <Failure error={update.error} title={t("planAutoRenewNotSet")} /> : null}
    </div>
  );
}
