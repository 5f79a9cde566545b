"use client";
import { Button, Group, Menu, Modal, Stack, Text, Textarea } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type DomainBatchChange, domainBatchInput, domainBatchLimit } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import type { ListedDomain } from "@/features/domains/domain-filters.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { type BulkChange, bulkChanges, changeOf, portionsOf } from "./batch-change.ts";

const namesShown = 8;

type Wanted = { names: string[]; change: DomainBatchChange };

/** Sends changes for many names, in as many batches as it takes. */
export function useStartBatches(onStarted: (ids: string[]) => void) {
  const client = useTRPCClient();
  return useMutation({
    mutationFn: async (wanted: Wanted[]) => {
      const ids: string[] = [];
      for (const { names, change } of wanted) {
        for (const portion of portionsOf(names)) {
          try {
            ids.push((await client.domains.batches.create.mutate({ names: portion, change })).id);
          } catch (error) {
            // What has begun goes on, and is shown.
            if (ids.length === 0) {
              throw error;
            }
            return ids;
          }
        }
      }
      return ids;
    },
    onSuccess: onStarted,
  });
}

/** What to change of the chosen domains: one thing, once it has been confirmed. */
export function BulkChangeMenu(props: { rows: ListedDomain[]; onStarted: (ids: string[]) => void }) {
  const { rows, onStarted } = props;
  const t = useTranslations("bulk");
  const write = useRight("domains:write");
  const [change, setChange] = useState<BulkChange>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Menu position="top-start" width={240} keepMounted={false}>
        <Menu.Target>
          <Button
            disabled={!write.has}
            title={write.why}
            rightSection={<IconChevronUp size={16} aria-hidden />}
          >
            {t("change")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {bulkChanges.map((one) => (
            <Menu.Item
              key={one}
              onClick={() => {
                setChange(one);
                setIsOpen(true);
              }}
            >
              {t(`do_${one}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {change ? (
        <BulkChangeDialog
          key={change}
          change={change}
          rows={rows}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
          onStarted={(ids) => {
            setIsOpen(false);
            onStarted(ids);
          }}
        />
      ) : null}
    </>
  );
}

function BulkChangeDialog(props: {
  change: BulkChange;
  rows: ListedDomain[];
  opened: boolean;
  onClose: () => void;
  onStarted: (ids: string[]) => void;
}) {
  const { change, rows, opened, onClose, onStarted } = props;
  const t = useTranslations("bulk");
  const [hosts, setHosts] = useState("");
  const [hostProblem, setHostProblem] = useState<string>();
  const start = useStartBatches(onStarted);
  const begin = () => {
    const names = rows.map(({ name }) => name);
    if (change !== "nameservers") {
      return start.mutate([{ names, change: changeOf(change) }]);
    }
    const nameservers = hosts.split(/[\s,;]+/).flatMap((host) => (host ? [{ host, addresses: [] }] : []));
    const { shape } = domainBatchInput;
    const parsed = shape.change.safeParse({ nameservers });
    if (parsed.success) {
      return start.mutate([{ names, change: parsed.data }]);
    }
    const wrong = nameservers.find(({ host }) => !shape.names.safeParse([host]).success);
    setHostProblem(wrong ? t("wrongHost", { host: wrong.host }) : t("hostsMissing"));
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`title_${change}`, { count: rows.length })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => start.reset()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t(`words_${change}`)}</Text>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {rows
              .slice(0, namesShown)
              .map(({ unicodeName }) => unicodeName)
              .join(", ")}
            {rows.length > namesShown ? ` ${t("andMore", { count: rows.length - namesShown })}` : ""}
          </Text>
          {change === "nameservers" ? (
            <Textarea
              label={t("hosts")}
              description={t("hostsHint")}
              placeholder={"ns1.example.net\nns2.example.net"}
              autosize
              minRows={3}
              autoCapitalize="off"
              spellCheck={false}
              data-autofocus
              value={hosts}
              onChange={(event) => {
                setHosts(event.currentTarget.value);
                setHostProblem(undefined);
              }}
              error={
                hostProblem ??
                (start.error
                  ? problemOf(start.error).errors.find(({ pointer }) => pointer.includes("nameservers"))
                      ?.message
                  : undefined)
              }
            />
          ) : null}
          {rows.length > domainBatchLimit ? (
            <Text size="sm" c="dimmed">
              {t("inPortions", { count: Math.ceil(rows.length / domainBatchLimit), limit: domainBatchLimit })}
            </Text>
          ) : null}
          {start.error ? <Failure error={start.error} title={t("notStarted")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={start.isPending}>
              {t("confirm", { count: rows.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
