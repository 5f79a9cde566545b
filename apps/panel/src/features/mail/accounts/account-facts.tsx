"use client";
import { Box, Button, Group, Text } from "@mantine/core";
import type { MailAccount } from "@zonepost/schema";
import { forwardingStates } from "@zonepost/schema/status";
import { useFormatter, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Failure } from "@/lib/failure.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Facts, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { useBytes } from "@/ui/values/use-bytes.ts";
import { useMailChanged } from "../use-mail-changed.ts";
import { UsedSpace } from "../used-space.tsx";

export function AccountFacts({ account }: { account: MailAccount }) {
  const t = useTranslations("mailAccount");
  const format = useFormatter();
  const bytes = useBytes();
  const { forwardTo, quotaMegabytes, lastLoginAt, sendingLimitedUntil } = account;
  return (
    <Surface>
      <Facts
        facts={[
          { name: t("displayName"), value: account.displayName },
          { name: t("used"), value: <UsedSpace account={account} /> },
          {
            name: t("quota"),
            value: quotaMegabytes === null ? t("noQuota") : bytes(quotaMegabytes * 1_048_576),
          },
          { name: t("messages"), value: format.number(account.messageCount) },
          { name: t("maySend"), value: t(account.maySend ? "yes" : "no") },
          ...(sendingLimitedUntil === null
            ? []
            : [{ name: t("sendingLimitedUntil"), value: <Moment at={sendingLimitedUntil} /> }]),
          { name: t("mayReceive"), value: t(account.mayReceive ? "yes" : "no") },
          {
            name: t("lastLogin"),
            value: lastLoginAt === null ? t("never") : <Moment at={lastLoginAt} />,
          },
          { name: t("created"), value: <Moment at={account.createdAt} /> },
        ]}
      />
      <Box mt="md">
        <Facts
          facts={[
            {
              name: t("forwarding"),
              value: forwardTo ? (
                <Group gap="sm">
                  <Mono label={t("forwardTo")}>{toUnicodeName(forwardTo.address)}</Mono>
                  <StatusBadge tone={forwardingStates[forwardTo.state].tone}>
                    {t(`forward_${forwardTo.state}`)}
                  </StatusBadge>
                  {t(account.keepCopy ? "withCopy" : "withoutCopy")}
                  {forwardTo.state === "waiting_for_confirmation" ? (
                    <ResendConfirmation account={account} address={forwardTo.address} />
                  ) : null}
                  {forwardTo.state === "paused" ? (
                    <ResumeForwarding account={account} address={forwardTo.address} />
                  ) : null}
                </Group>
              ) : (
                t("noForwarding")
              ),
            },
          ]}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {t("filtersForward")}
        </Text>
      </Box>
    </Surface>
  );
}

function ResendConfirmation({ account, address }: { account: MailAccount; address: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const resend = useSubmit({
    ...trpc.mail.resendForwarding.mutationOptions(),
    onSuccess: changed,
    isRepeatable: true,
  });
  return (
    <>
      <ForwardingAction
        call={resend}
        label={t("resend")}
        name={t("resendTo", { address: toUnicodeName(address) })}
        failedTitle={t("notResent")}
        onClick={() => resend.mutate({ domainName: domainOf(account), address })}
      />
      {resend.isSuccess ? (
        <Text component="span" size="sm" role="status">
          {t("resent", { address: toUnicodeName(resend.data.address) })}
        </Text>
      ) : null}
    </>
  );
}

/** Sends the same address again, which is checked for loops again. */
function ResumeForwarding({ account, address }: { account: MailAccount; address: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const resume = useSubmit({
    ...trpc.mail.updateAccount.mutationOptions(),
    onSuccess: changed,
    isRepeatable: true,
  });
  return (
    <ForwardingAction
      call={resume}
      label={t("resume")}
      name={t("resumeTo", { address: toUnicodeName(address) })}
      failedTitle={t("notResumed")}
      onClick={() => resume.mutate({ domainName: domainOf(account), id: account.id, forwardTo: address })}
    />
  );
}

type ForwardingActionProps = {
  call: { isPending: boolean; error: ComponentProps<typeof Failure>["error"] | null };
  label: string;
  /** With the address, for screen readers. */
  name: string;
  failedTitle: string;
  onClick: () => void;
};

function ForwardingAction({ call, label, name, failedTitle, onClick }: ForwardingActionProps) {
  return (
    <>
      <Button variant="default" size="xs" loading={call.isPending} aria-label={name} onClick={onClick}>
        {label}
      </Button>
      {call.error ? <Failure error={call.error} title={failedTitle} /> : null}
    </>
  );
}

const domainOf = ({ fullAddress }: MailAccount) => fullAddress.slice(fullAddress.lastIndexOf("@") + 1);
