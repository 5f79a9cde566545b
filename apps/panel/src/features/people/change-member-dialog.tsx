"use client";
import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type Member, type MemberPatch, memberPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { Place } from "@/features/access/rights.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Notice } from "@/ui/notices/notice.tsx";
import { RoleFields, type RoleValues, roleInput } from "./role-fields.tsx";

export function ChangeMemberDialog(props: {
  place: Place;
  member: Member;
  isSelf: boolean;
  opened: boolean;
  onClose: () => void;
}) {
  const { place, member, isSelf, opened, onClose } = props;
  const t = useTranslations("people");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const initial: RoleValues = {
    role: member.role,
    isLimited: member.domainNames !== null,
    domainNames: member.domainNames ?? [],
  };
  const form = useForm({ initial, schema: memberPatch, toInput: roleInput });
  const change = useSubmit({
    mutationFn: (patch: MemberPatch) => client.members.update.mutate({ id: member.id, ...patch }),
    form,
    onSuccess: async () => {
      // The user's own role affects every page.
      await (isSelf
        ? queryClient.invalidateQueries()
        : Promise.all([
            queryClient.invalidateQueries(trpc.members.pathFilter()),
            queryClient.invalidateQueries(trpc.invitations.pathFilter()),
          ]));
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("changeTitle", { name: member.name || member.email })}
      form={form}
      submission={change}
      onSubmit={form.submit((patch) => change.mutate(patch))}
      submitLabel={t("save")}
      failedTitle={t("notChanged")}
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {member.email}
      </Text>
      <RoleFields place={place} form={form} />
      {isSelf && form.values.role !== member.role ? (
        <Notice title={t("ownRoleTitle")}>{t("ownRole")}</Notice>
      ) : null}
    </FormDialog>
  );
}
