"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { Invitation, Member } from "@zonepost/schema";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";

type OfInvitation = { invitation: Invitation };
type OfMember = { member: Member; workspaceName: string };

export const CancelInvitationDialog = confirmation("people", "cancelInvitation", (props: OfInvitation) => {
  const { id, email } = props.invitation;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return {
    mutation: trpc.invitations.cancel.mutationOptions(),
    input: { id },
    values: { email },
    refresh: () => queryClient.invalidateQueries(trpc.invitations.pathFilter()),
  };
});

export const RemoveMemberDialog = confirmation("people", "removeMember", (props: OfMember) => {
  const { id, name, email } = props.member;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return {
    mutation: trpc.members.remove.mutationOptions(),
    input: { id },
    values: { name: name || email, email, workspace: props.workspaceName },
    refresh: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.members.pathFilter()),
        queryClient.invalidateQueries(trpc.invitations.pathFilter()),
      ]),
  };
});
