"use client";
import { Anchor, Button, Group, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailAccount } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { mailPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { AppPasswords } from "../app-passwords/app-passwords.tsx";
import { Connections } from "../connections/connections.tsx";
import { MailSectionSkeleton } from "../mail-section-skeleton.tsx";
import type { AccountDialogProps } from "./account-dialog-props.ts";
import { AccountFacts } from "./account-facts.tsx";
import { AccountStatus } from "./account-status.tsx";

const dialogs = {
  edit: lazyDialog(() => import("./edit-account-dialog.tsx").then((m) => m.EditAccountDialog)),
  changePassword: lazyDialog(() =>
    import("./change-password-dialog.tsx").then((m) => m.ChangePasswordDialog),
  ),
  suspend: lazyDialog(() => import("../confirmations.tsx").then((m) => m.SuspendAccountDialog)),
  activate: lazyDialog(() => import("../confirmations.tsx").then((m) => m.ActivateAccountDialog)),
  delete: lazyDialog(() => import("../confirmations.tsx").then((m) => m.DeleteAccountDialog)),
  restore: lazyDialog(() => import("../confirmations.tsx").then((m) => m.RestoreAccountDialog)),
} satisfies Record<string, ComponentType<AccountDialogProps>>;

type Act = keyof typeof dialogs;

const actsOf = ({ deletedAt, active }: MailAccount): Act[] =>
  deletedAt === null ? ["edit", "changePassword", active ? "suspend" : "activate", "delete"] : ["restore"];

/** Everything about one mail account. */
export function AccountPage({ domainName, id }: { domainName: string; id: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.account.queryOptions({ domainName, id }));
  return (
    <Stack gap="lg">
      <Anchor component={Link} href={mailPath(domainName, "accounts")} size="sm">
        ← {t("accounts")}
      </Anchor>
      <QueryView query={query} skeleton={<MailSectionSkeleton />}>
        {(account) => <Account domainName={domainName} account={account} />}
      </QueryView>
    </Stack>
  );
}

function Account({ domainName, account }: { domainName: string; account: MailAccount }) {
  const t = useTranslations("mailAccount");
  const write = useMomentText();
  const right = useRight("mail:write");
  const [opened, setOpened] = useState<Act>();
  return (
    <>
      <Group justify="space-between" gap="md">
        <Stack gap={4} style={{ minWidth: 0 }}>
          <Title order={2} size="h3" style={{ overflowWrap: "anywhere" }}>
            {toUnicodeName(account.fullAddress)}
          </Title>
          <AccountStatus account={account} />
        </Stack>
        <Group gap="xs">
          {actsOf(account).map((act) => (
            <Button
              key={act}
              variant={act === "restore" ? "filled" : "default"}
              disabled={!right.has}
              title={right.why}
              onClick={() => setOpened(act)}
            >
              {t(act)}
            </Button>
          ))}
        </Group>
      </Group>
      {account.erasesAt === null ? null : (
        <Notice title={t("status_deleted")}>
          {t("deletedWords", { date: write(account.erasesAt, "date") })}
        </Notice>
      )}
      {account.full && account.deletedAt === null ? (
        <Notice title={t("status_full")}>{t("fullWords")}</Notice>
      ) : null}
      <AccountFacts account={account} />
      {account.deletedAt === null ? (
        <>
          <AppPasswords domainName={domainName} account={account} />
          <Connections domainName={domainName} account={account} />
        </>
      ) : null}
      {(Object.keys(dialogs) as Act[]).map((act) => {
        const Dialog = dialogs[act];
        return (
          <Dialog
            key={act}
            domainName={domainName}
            account={account}
            opened={opened === act}
            onClose={() => setOpened(undefined)}
          />
        );
      })}
    </>
  );
}
