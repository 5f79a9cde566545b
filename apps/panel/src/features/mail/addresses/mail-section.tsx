"use client";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { type Act, useAskedAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable, DataTableSkeleton } from "@/ui/list/data-table.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";

type MailSectionProps<Row> = {
  domainName: string;
  title: string;
  description?: string | undefined;
  query: UseQueryResult<Row[], unknown>;
  columns: ColumnDef<Row>[];
  /** The column heads while the rows are loading. */
  skeleton: { headers: string[]; rows: number };
  empty: { icon: Parameters<typeof EmptyState>[0]["icon"]; title: string; words: string };
  add: { act: Act; label: string; isDisabled?: boolean };
  dialog: ComponentType<{ domainName: string; opened: boolean; onClose: () => void }>;
};

export function MailSection<Row extends { id: string }>(props: MailSectionProps<Row>) {
  const { domainName, title, description, query, columns, skeleton, empty, add, dialog: AddDialog } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const write = useRight("mail:write");
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const isDeactivated = mail?.status === "deactivated";
  const isDisabled = add.isDisabled || !write.has || isDeactivated;
  useAskedAct(add.act, dialog.open, !isDisabled);
  const button = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={dialog.open}
      disabled={isDisabled}
      title={isDeactivated ? t("reactivateFirst") : write.why}
    >
      {add.label}
    </Button>
  );
  return (
    <Section title={title} description={description} action={query.data?.length === 0 ? null : button}>
      <QueryView query={query} skeleton={<DataTableSkeleton {...skeleton} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={empty.icon} title={empty.title} action={button}>
              {empty.words}
            </EmptyState>
          ) : (
            <DataTable label={title} rows={rows} columns={columns} rowId={(row) => row.id} />
          )
        }
      </QueryView>
      <AddDialog domainName={domainName} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}
