"use client";
import { useQueryClient } from "@tanstack/react-query";
import {
  type MailAccount,
  type MailAlias,
  type MailAppPassword,
  type MailDnsRecord,
  type MailDomain,
  normalizeDomainName,
} from "@zonepost/schema";
import { confirmation } from "@/lib/confirmation.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { BothSides } from "./dns-records/both-sides.tsx";
import { useRefreshMail } from "./life/use-refresh-mail.ts";
import { useMailChanged } from "./use-mail-changed.ts";

type OfDomain = { domainName: string };
type OfAccount = OfDomain & { account: MailAccount };

/** As long as the API keeps deactivated mail. */
const keptMs = 30 * 24 * 60 * 60_000;

const harmless = { isDangerous: false, focus: "submit" } as const;

function useAccount<More extends object>({ domainName, account }: OfAccount, more: More) {
  return {
    input: { domainName, id: account.id, ...more },
    values: { address: toUnicodeName(account.fullAddress) },
    refresh: useMailChanged(),
  };
}

export const SuspendAccountDialog = confirmation("mailAccount", "suspend", (props: OfAccount) => ({
  mutation: useTRPC().mail.updateAccount.mutationOptions(),
  ...useAccount(props, { active: false }),
}));

export const ActivateAccountDialog = confirmation("mailAccount", "activate", (props: OfAccount) => ({
  mutation: useTRPC().mail.updateAccount.mutationOptions(),
  ...useAccount(props, { active: true }),
  ...harmless,
}));

export const DeleteAccountDialog = confirmation("mailAccount", "delete", (props: OfAccount) => ({
  mutation: useTRPC().mail.deleteAccount.mutationOptions(),
  ...useAccount(props, {}),
}));

export const RestoreAccountDialog = confirmation("mailAccount", "restore", (props: OfAccount) => ({
  mutation: useTRPC().mail.restoreAccount.mutationOptions(),
  ...useAccount(props, {}),
  ...harmless,
}));

export const EndConnectionsDialog = confirmation("mailConnections", "end", (props: OfAccount) => ({
  mutation: { ...useTRPC().mail.endConnections.mutationOptions(), isRepeatable: true },
  ...useAccount(props, {}),
}));

type OfAppPassword = OfAccount & { appPassword: MailAppPassword };

export const RevokeAppPasswordDialog = confirmation("mailAccount", "revoke", (props: OfAppPassword) => ({
  mutation: useTRPC().mail.revokeAppPassword.mutationOptions(),
  ...useAccount(props, { appPasswordId: props.appPassword.id }),
  values: { label: props.appPassword.label },
}));

export const RotateKeyDialog = confirmation("dkim", "rotate", ({ domainName }: OfDomain) => ({
  mutation: useTRPC().mail.rotateDkimKey.mutationOptions(),
  input: { domainName },
  values: { name: toUnicodeName(domainName) },
  refresh: useMailChanged(),
  ...harmless,
}));

export const CancelRotationDialog = confirmation("dkim", "cancel", ({ domainName }: OfDomain) => ({
  mutation: useTRPC().mail.cancelDkimRotation.mutationOptions(),
  input: { domainName },
  values: { name: toUnicodeName(domainName) },
  refresh: useMailChanged(),
}));

type OfRecord = OfDomain & { record: MailDnsRecord };

function useRecord({ domainName, record: { name, type } }: OfRecord) {
  return { input: { domainName, name, type }, values: { type, name }, refresh: useMailChanged() };
}

export const ReplaceRecordDialog = confirmation("mailDns", "replace", (props: OfRecord) => ({
  mutation: useTRPC().mail.replaceDnsRecords.mutationOptions(),
  ...useRecord(props),
  children: <BothSides record={props.record} />,
}));

export const PlaceRecordDialog = confirmation("mailDns", "place", (props: OfRecord) => ({
  mutation: useTRPC().mail.replaceDnsRecords.mutationOptions(),
  ...useRecord(props),
  ...harmless,
}));

export const ReleaseRecordDialog = confirmation("mailDns", "release", (props: OfRecord) => ({
  mutation: useTRPC().mail.releaseDnsRecords.mutationOptions(),
  ...useRecord(props),
  ...harmless,
}));

export const SuspendMailDialog = confirmation("mailLife", "suspend", ({ domainName }: OfDomain) => ({
  mutation: useTRPC().orders.updateMail.mutationOptions(),
  input: { domainName, suspended: true },
  values: { name: toUnicodeName(domainName) },
  refresh: useRefreshMail(domainName),
}));

type OfMail = { mail: MailDomain };

export const DeactivateMailDialog = confirmation("mailLife", "deactivate", ({ mail }: OfMail) => {
  const { domainName, accountCount, expiresAt } = mail;
  const write = useMomentText();
  return {
    mutation: useTRPC().mail.deactivate.mutationOptions(),
    input: { domainName },
    values: {
      name: toUnicodeName(domainName),
      count: accountCount,
      erased: write(new Date(useNow().getTime() + keptMs).toISOString(), "date"),
      paidUntil: write(expiresAt, "date"),
    },
    isRight: (words) => {
      const read = normalizeDomainName(words);
      return read.ok && read.name === domainName;
    },
    refresh: useRefreshMail(domainName),
  };
});

type OfAlias = OfDomain & { alias: MailAlias };

export const DeleteAliasDialog = confirmation("mail", "deleteAlias", ({ domainName, alias }: OfAlias) => {
  const { id, fromAddress } = alias;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return {
    mutation: trpc.mail.deleteAlias.mutationOptions(),
    input: { domainName, id },
    values: { address: toUnicodeName(fromAddress), isCatchAll: String(fromAddress.startsWith("*@")) },
    refresh: () => queryClient.invalidateQueries(trpc.mail.aliases.queryFilter({ domainName })),
  };
});
