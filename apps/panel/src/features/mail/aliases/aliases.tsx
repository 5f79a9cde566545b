"use client";
import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowForwardUp, IconMailForward } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { MailAlias } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { MailSection } from "../addresses/mail-section.tsx";
import { AliasMenu } from "./alias-menu.tsx";
import { AliasTargets } from "./alias-targets.tsx";

const CreateAliasDialog = lazyDialog(() =>
  import("./create-alias-dialog.tsx").then((module) => module.CreateAliasDialog),
);
const EditAliasDialog = lazyDialog(() =>
  import("./edit-alias-dialog.tsx").then((module) => module.EditAliasDialog),
);
const DeleteAliasDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((module) => module.DeleteAliasDialog),
);

/** An external address may confirm while the page is open. */
const refreshMs = 15_000;

export function Aliases({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...trpc.mail.aliases.queryOptions({ domainName }),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? refreshMs : false),
  });
  const [acting, setActing] = useState<{ what: "edit" | "delete"; alias: MailAlias }>();
  const [open, setOpen] = useState<"edit" | "delete">();
  const changed = () => queryClient.invalidateQueries(trpc.mail.aliases.queryFilter({ domainName }));
  const resend = useSubmit({
    ...trpc.mail.resendForwarding.mutationOptions(),
    onSuccess: changed,
    isRepeatable: true,
  });
  // The same addresses again, which are checked for loops again.
  const resume = useSubmit({
    ...trpc.mail.updateAlias.mutationOptions(),
    onSuccess: changed,
    isRepeatable: true,
  });
  const { mutate: resumeAlias } = resume;
  const resuming = resume.isPending ? resume.variables.id : undefined;
  const { mutate, isPending, variables } = resend;
  const resending = isPending ? variables.address : undefined;
  const columns = useMemo<ColumnDef<MailAlias>[]>(
    () => [
      {
        id: "from",
        header: t("from"),
        cell: ({ row: { original } }) => (
          <div>
            <Mono label={t("from")}>{toUnicodeName(original.fromAddress)}</Mono>
            {original.fromAddress.startsWith("*@") ? (
              <Text component="span" display="block" size="xs" c="dimmed">
                {t("catchAll")}
              </Text>
            ) : null}
          </div>
        ),
        meta: { phone: "title" },
      },
      {
        id: "to",
        header: t("to"),
        cell: ({ row }) => (
          <AliasTargets
            alias={row.original}
            resending={resending}
            onResend={(address) => mutate({ domainName, address })}
            isResuming={resuming === row.original.id}
            onResume={({ id, toAddresses }) =>
              resumeAlias({ domainName, id, toAddresses: toAddresses.map(({ address }) => address) })
            }
          />
        ),
        meta: { phone: "detail" },
      },
      {
        id: "created",
        header: t("created"),
        cell: ({ row }) => <Moment at={row.original.createdAt} />,
        meta: { phone: "aside" },
      },
      {
        id: "acts",
        header: () => <VisuallyHidden>{t("aliasActs")}</VisuallyHidden>,
        cell: ({ row }) => (
          <AliasMenu
            alias={row.original}
            onAct={(what, alias) => {
              setActing({ what, alias });
              setOpen(what);
            }}
          />
        ),
        meta: { phone: "status", align: "end", width: "60px" },
      },
    ],
    [t, domainName, mutate, resending, resumeAlias, resuming],
  );
  const dialog = acting && {
    domainName,
    alias: acting.alias,
    opened: open === acting.what,
    onClose: () => setOpen(undefined),
  };
  return (
    <Stack gap="sm">
      {resend.isError ? <Failure error={resend.error} title={t("notResent")} /> : null}
      {resume.isError ? <Failure error={resume.error} title={t("notResumed")} /> : null}
      {resend.isSuccess ? (
        <Text size="sm" role="status">
          <IconMailForward size={16} aria-hidden style={{ verticalAlign: "text-bottom" }} />{" "}
          {t("resent", { address: toUnicodeName(resend.data.address) })}
        </Text>
      ) : null}
      <MailSection
        domainName={domainName}
        title={t("aliases")}
        description={t("aliasesWords")}
        query={query}
        columns={columns}
        skeleton={{ headers: [t("from"), t("to"), t("created")], rows: 2 }}
        empty={{ icon: IconArrowForwardUp, title: t("noAliasesTitle"), words: t("noAliases") }}
        add={{ act: "alias", label: t("addAlias") }}
        dialog={CreateAliasDialog}
      />
      {dialog && acting.what === "edit" ? <EditAliasDialog key={acting.alias.id} {...dialog} /> : null}
      {dialog && acting.what === "delete" ? <DeleteAliasDialog key={acting.alias.id} {...dialog} /> : null}
    </Stack>
  );
}

const isWaiting = ({ toAddresses }: MailAlias) =>
  toAddresses.some(({ state }) => state === "waiting_for_confirmation");
