"use client";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowForwardUp, IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type MailAlias, mailAliasInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Failure } from "@/lib/failure.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";

export function Aliases({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.aliases.queryOptions({ domainName }));
  const [isOpen, dialog] = useDisclosure(false);
  const columns = useMemo<ColumnDef<MailAlias>[]>(
    () => [
      {
        id: "from",
        header: t("from"),
        cell: ({ row }) => <Mono label={t("from")}>{ownScript(row.original.fromAddress)}</Mono>,
        meta: { phone: "title" },
      },
      {
        id: "to",
        header: t("to"),
        cell: ({ row }) => <Mono label={t("to")}>{ownScript(row.original.toAddress)}</Mono>,
        meta: { phone: "detail" },
      },
      {
        id: "where",
        header: t("where"),
        cell: ({ row }) => (
          <StatusBadge tone={row.original.external ? "info" : "good"}>
            {row.original.external ? t("external") : t("internal")}
          </StatusBadge>
        ),
        meta: { phone: "status" },
      },
      {
        id: "created",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "aside" },
      },
    ],
    [t],
  );
  const addButton = (
    <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
      {t("addAlias")}
    </Button>
  );
  return (
    <Section
      title={t("aliases")}
      description={t("aliasesWords")}
      action={query.data?.length === 0 ? null : addButton}
    >
      <QueryView
        query={query}
        skeleton={<DataTableSkeleton headers={[t("from"), t("to"), t("where")]} rows={2} />}
      >
        {(aliases) =>
          aliases.length === 0 ? (
            <EmptyState icon={IconArrowForwardUp} title={t("noAliasesTitle")} action={addButton}>
              {t("noAliases")}
            </EmptyState>
          ) : (
            <DataTable label={t("aliases")} rows={aliases} columns={columns} rowId={(row) => row.id} />
          )
        }
      </QueryView>
      <CreateAliasDialog domainName={domainName} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}

function CreateAliasDialog(props: { domainName: string; opened: boolean; onClose: () => void }) {
  const { domainName, opened, onClose } = props;
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { fromAddress: "", toAddress: "" },
    schema: mailAliasInput,
    // The part before the @ is enough: the rest is this domain.
    toInput: (values) => ({
      ...values,
      fromAddress:
        values.fromAddress.trim() === "" || values.fromAddress.includes("@")
          ? values.fromAddress
          : `${values.fromAddress.trim()}@${domainName}`,
    }),
  });
  const create = useMutation({
    ...trpc.mail.createAlias.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.mail.aliases.queryFilter({ domainName }));
      onClose();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = create.error && problemOf(create.error).errors.length === 0 ? create.error : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("addAlias")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        form.reset();
        create.reset();
      }}
    >
      <form
        ref={form.formRef}
        noValidate
        onSubmit={form.submit((input) => create.mutate({ domainName, ...input }))}
      >
        <Stack gap="md">
          <TextInput
            label={t("from")}
            description={t("fromHint", { domain: ownScript(domainName) })}
            placeholder={`sales@${ownScript(domainName)}`}
            autoComplete="off"
            data-autofocus
            {...form.text("fromAddress")}
          />
          <TextInput
            label={t("to")}
            description={t("toHint")}
            type="email"
            autoComplete="off"
            {...form.text("toAddress")}
          />
          {failure ? <Failure error={failure} title={t("aliasNotCreated")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t("createAlias")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
