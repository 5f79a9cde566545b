"use client";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Member, memberPatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { Place } from "@/features/access/rights.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
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
  const queryClient = useQueryClient();
  const initial: RoleValues = {
    role: member.role,
    isLimited: member.domainNames !== null,
    domainNames: member.domainNames ?? [],
  };
  const form = useForm({ initial, schema: memberPatch, toInput: roleInput });
  const change = useMutation({
    ...trpc.members.update.mutationOptions(),
    onSuccess: async () => {
      // One's own role decides what is shown everywhere.
      await queryClient.invalidateQueries(isSelf ? undefined : trpc.members.pathFilter());
      onClose();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = change.error && problemOf(change.error).errors.length === 0 ? change.error : undefined;
  const name = member.name || member.email;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("changeTitle", { name })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        form.reset();
        change.reset();
      }}
    >
      <form
        ref={form.formRef}
        noValidate
        onSubmit={form.submit((patch) => change.mutate({ id: member.id, patch }))}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {member.email}
          </Text>
          <RoleFields
            place={place}
            values={form.values}
            onRole={(role) => form.set("role", role)}
            onLimited={(isLimited) => form.set("isLimited", isLimited)}
            onDomains={(domainNames) => form.set("domainNames", domainNames)}
            roleError={form.error("role")}
            domainsError={form.error("domainNames")}
          />
          {isSelf && form.values.role !== member.role ? (
            <Notice title={t("ownRoleTitle")}>{t("ownRole")}</Notice>
          ) : null}
          {failure ? <Failure error={failure} title={t("notChanged")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
