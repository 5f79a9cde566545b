"use client";
import { Box, Stack, Text, Title } from "@mantine/core";
import {
  IconArrowForwardUp,
  IconBan,
  IconClock,
  IconClockPause,
  IconClockX,
  IconFilter,
  IconGauge,
  IconInbox,
  IconMail,
  IconMailX,
  IconSend,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import type { MailEventKind, MailMessage } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { Timeline, TimelineEntry } from "@/ui/frame/timeline.tsx";
import { useKeptWhileClosing } from "@/ui/frame/use-kept-while-closing.ts";
import { AddressText } from "@/ui/values/address-text.tsx";
import { useFullMomentText } from "@/ui/values/moment.tsx";
import { Mono, MonoBlock } from "@/ui/values/mono.tsx";
import { toneOf } from "./message-kinds.ts";
import { MessageStatus } from "./message-status.tsx";

const icons: Record<MailEventKind, typeof IconMail> = {
  received: IconMail,
  refused: IconX,
  delayed: IconClockPause,
  limited: IconGauge,
  delivered: IconInbox,
  filtered: IconFilter,
  discarded: IconTrash,
  rejected: IconBan,
  forwarded: IconArrowForwardUp,
  sent: IconSend,
  deferred: IconClock,
  greylisted: IconClock,
  expired: IconClockX,
  bounced: IconMailX,
};

type MessageDrawerProps = { message: MailMessage | undefined; opened: boolean; onClose: () => void };

export function MessageDrawer({ message, opened, onClose }: MessageDrawerProps) {
  const t = useTranslations("mailMessages");
  const shown = useKeptWhileClosing(message);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("message")}>
      {shown ? <Details message={shown} /> : null}
    </SideDrawer>
  );
}

const bytesPerKilobyte = 1_024;

function Details({ message }: { message: MailMessage }) {
  const t = useTranslations("mailMessages");
  const format = useFormatter();
  const { sender, recipient, originalRecipient, sizeBytes, messageId } = message;
  const address = (text: string) => <AddressText>{toUnicodeName(text)}</AddressText>;
  return (
    <Stack gap="lg">
      <MessageStatus kind={message.kind} />
      <Facts
        facts={[
          { name: t("from"), wide: true, value: sender === "" ? t("noSender") : address(sender) },
          {
            name: t("to"),
            wide: true,
            value: recipient === "" ? t("unknownRecipients") : address(originalRecipient ?? recipient),
          },
          ...(originalRecipient === null
            ? []
            : [{ name: t("redirected"), wide: true, value: address(recipient) }]),
          ...(sizeBytes === null
            ? []
            : [
                {
                  name: t("size"),
                  value: format.number(Math.ceil(sizeBytes / bytesPerKilobyte), {
                    style: "unit",
                    unit: "kilobyte",
                  }),
                },
              ]),
        ]}
      />
      {messageId === "" ? null : (
        <Facts facts={[{ name: t("messageId"), value: <Mono label={t("messageId")}>{messageId}</Mono> }]} />
      )}
      <div>
        <Title order={3} size="h5" mb="sm">
          {t("steps")}
        </Title>
        <DeliveryPath steps={message.steps} />
      </div>
    </Stack>
  );
}

function DeliveryPath({ steps }: { steps: MailMessage["steps"] }) {
  const t = useTranslations("mailMessages");
  const fullMoment = useFullMomentText();
  return (
    <Timeline label={t("steps")}>
      {steps.map(({ kind, occurredAt, summary, detail, tls, retriesBy }, index) => (
        <TimelineEntry
          key={index}
          icon={icons[kind]}
          tone={toneOf(kind) === "bad" ? "bad" : undefined}
          title={summary}
        >
          <Text component="time" dateTime={occurredAt} size="xs" c="dimmed">
            {fullMoment(occurredAt)}
          </Text>
          {tls === null ? null : (
            <Text size="sm" mt={4}>
              {t("connection", { tls })}
            </Text>
          )}
          {retriesBy === null ? null : (
            <Text size="sm" mt={4}>
              {t("retries", { date: fullMoment(retriesBy) })}
            </Text>
          )}
          {detail === "" ? null : (
            <Box mt={8}>
              <MonoBlock label={t("reply")}>{detail}</MonoBlock>
            </Box>
          )}
        </TimelineEntry>
      ))}
    </Timeline>
  );
}
