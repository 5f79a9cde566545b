"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { MailAlias } from "@zonepost/schema";
import { forwardingStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";

const mostShown = 5;

/** The first addresses of an alias; those that can't receive yet have their state and a button. */
export function AliasTargets(props: {
  alias: MailAlias;
  /** The address that is being emailed. */
  resending: string | undefined;
  onResend: (address: string) => void;
  isResuming: boolean;
  onResume: (alias: MailAlias) => void;
}) {
  const { alias, resending, onResend, isResuming, onResume } = props;
  const t = useTranslations("mail");
  const more = alias.toAddresses.length - mostShown;
  return (
    <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: "none" }}>
      {alias.toAddresses.slice(0, mostShown).map(({ address, state }) => (
        <Group key={address} component="li" gap="xs">
          <AddressText>{toUnicodeName(address)}</AddressText>
          {state === "active" ? null : (
            <StatusBadge tone={forwardingStates[state].tone}>{t(`target_${state}`)}</StatusBadge>
          )}
          {state === "waiting_for_confirmation" ? (
            <Button
              variant="default"
              size="xs"
              loading={resending === address}
              aria-label={t("resendTo", { address: toUnicodeName(address) })}
              onClick={() => onResend(address)}
            >
              {t("resend")}
            </Button>
          ) : null}
          {state === "paused" ? (
            <Button
              variant="default"
              size="xs"
              loading={isResuming}
              aria-label={t("resumeTo", { address: toUnicodeName(address) })}
              onClick={() => onResume(alias)}
            >
              {t("resume")}
            </Button>
          ) : null}
        </Group>
      ))}
      {more > 0 ? (
        <Text component="li" size="sm" c="dimmed">
          {t("moreTargets", { count: more })}
        </Text>
      ) : null}
    </Stack>
  );
}
