"use client";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type InvitationInput, invitationInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import type { Place } from "@/features/access/rights.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { RoleFields, type RoleValues, roleInput } from "./role-fields.tsx";

/** Error codes that concern the address. */
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
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const form = useForm({
    initial,
    schema: invitationInput,
    toInput: (values) => ({ email: values.email, ...roleInput(values) }),
  });
  const invite = useSubmit({
    mutationFn: (input: InvitationInput) => client.invitations.create.mutate(input),
    form,
    fieldErrors: ({ code, errors }) => {
      const about = addressCodes.find((one) => one === code);
      return about ? [{ pointer: "/email", message: t(about) }] : errors;
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.invitations.pathFilter());
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("inviteTitle")}
      form={form}
      submission={invite}
      onSubmit={form.submit((input) => invite.mutate(input))}
      submitLabel={t("sendInvitation")}
      failedTitle={t("notInvited")}
    >
      <TextInput
        label={t("email")}
        description={t("emailHint")}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.text("email")}
      />
      <RoleFields place={place} form={form} />
    </FormDialog>
  );
}
