"use client";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invitationInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { Place } from "@/features/access/rights.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { RoleFields, type RoleValues, roleInput } from "./role-fields.tsx";

/** Refusals that are about the address. */
const addressCodes = ["already_member", "invitation_exists"] as const;

const initial: RoleValues & { email: string } = {
  email: "",
  role: "member",
  isLimited: false,
  domainNames: [],
};

export function InviteDialog(props: { place: Place; opened: boolean; onClose: () => void }) {
  const { place, opened, onClose } = props;
  const t = useTranslations("people");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial,
    schema: invitationInput,
    toInput: (values) => ({ email: values.email, ...roleInput(values) }),
  });
  const invite = useMutation({
    ...trpc.invitations.create.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.invitations.pathFilter());
      onClose();
    },
    onError: (error) => {
      const { code, errors } = problemOf(error);
      const about = addressCodes.find((one) => one === code);
      form.showServerErrors(about ? [{ pointer: "/email", message: t(about) }] : errors);
    },
  });
  const { code, errors } = invite.error ? problemOf(invite.error) : { code: undefined, errors: [] };
  const isAtField = errors.length > 0 || addressCodes.some((one) => one === code);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("inviteTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        form.reset();
        invite.reset();
      }}
    >
      <form ref={form.formRef} noValidate onSubmit={form.submit((input) => invite.mutate(input))}>
        <Stack gap="md">
          <TextInput
            label={t("email")}
            description={t("emailHint")}
            type="email"
            inputMode="email"
            autoComplete="off"
            data-autofocus
            {...form.text("email")}
          />
          <RoleFields
            place={place}
            values={form.values}
            onRole={(role) => form.set("role", role)}
            onLimited={(isLimited) => form.set("isLimited", isLimited)}
            onDomains={(domainNames) => form.set("domainNames", domainNames)}
            roleError={form.error("role")}
            domainsError={form.error("domainNames")}
          />
          {invite.error && !isAtField ? <Failure error={invite.error} title={t("notInvited")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t("sendInvitation")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
