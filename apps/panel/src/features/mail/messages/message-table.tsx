"use client";
import { Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailMessage } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { DataTable, RowButton } from "@/ui/list/data-table.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { messageParams } from "./message-params.ts";
import { MessageStatus } from "./message-status.tsx";
import { reasonOf } from "./reason-of.ts";

const MessageDrawer = lazyDialog(() => import("./message-drawer.tsx").then((module) => module.MessageDrawer));

export function MessageTable({ messages }: { messages: MailMessage[] }) {
  const t = useTranslations("mailMessages");
  const [{ message }, setParams] = useQueryStates(messageParams, { history: "push" });
  const columns = useMemo<ColumnDef<MailMessage>[]>(
    () => [
      {
        id: "fromTo",
        header: t("fromTo"),
        cell: ({ row: { original } }) => {
          const { id, sender, recipient, originalRecipient } = original;
          return (
            <RowButton onClick={() => void setParams({ message: id })}>
              {sender === "" ? t("noSender") : <AddressText>{toUnicodeName(sender)}</AddressText>}{" "}
              <IconArrowRight size={14} role="img" aria-label={t("to")} style={{ verticalAlign: "middle" }} />{" "}
              {recipient === "" ? (
                t("unknownRecipients")
              ) : (
                <AddressText>{toUnicodeName(originalRecipient ?? recipient)}</AddressText>
              )}
            </RowButton>
          );
        },
        meta: { phone: "title" },
      },
      {
        id: "state",
        header: t("state"),
        cell: ({ row: { original } }) => {
          const reason = reasonOf(original.summary);
          return (
            <>
              <MessageStatus kind={original.kind} />
              {reason === undefined ? null : (
                <Text component="span" display="block" size="xs" c="dimmed">
                  {reason}
                </Text>
              )}
            </>
          );
        },
        meta: { phone: "detail" },
      },
      {
        id: "when",
        header: t("when"),
        cell: ({ row }) => <Moment at={row.original.receivedAt} detail="time" />,
        meta: { phone: "status", align: "end", width: "170px" },
      },
    ],
    [t, setParams],
  );
  const opened = messages.find(({ id }) => id === message);
  return (
    <>
      <DataTable label={t("list")} rows={messages} columns={columns} rowId={({ id }) => id} />
      <MessageDrawer
        message={opened}
        opened={opened !== undefined}
        // Replaces, so that Back doesn't open the drawer again.
        onClose={() => void setParams({ message: null }, { history: "replace" })}
      />
    </>
  );
}
