import {
  invitation,
  invitationInput,
  invitationParameters,
  member,
  memberParameters,
  memberPatch,
  ownershipTransferInput,
  workspace,
  workspacePatch,
} from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";
import { listInvitations } from "../queries/list-invitations.ts";
import { listMembers } from "../queries/list-members.ts";
import { readWorkspace } from "../queries/read-workspace.ts";
import { cancelInvitation } from "../use-cases/cancel-invitation.ts";
import { invitePerson } from "../use-cases/invite-person.ts";
import { removeMember } from "../use-cases/remove-member.ts";
import { renameWorkspace } from "../use-cases/rename-workspace.ts";
import { resendInvitation } from "../use-cases/resend-invitation.ts";
import { transferOwnership } from "../use-cases/transfer-ownership.ts";
import { updateMember } from "../use-cases/update-member.ts";

export const createWorkspaceRouter = (ports: AccountPorts) =>
  router({
    get: procedure.output(workspace).query(({ ctx }) => readWorkspace(ctx)),
    update: procedure
      .input(workspacePatch)
      .output(workspace)
      .mutation(({ ctx, input }) => renameWorkspace(ctx, input)),
    transferOwnership: procedure
      .input(ownershipTransferInput)
      .output(member)
      .mutation(({ ctx, input }) => transferOwnership({ ...ctx, ...ports }, input)),
  });

export const createMembersRouter = (ports: AccountPorts) =>
  router({
    list: procedure.output(z.array(member)).query(({ ctx }) => whole(listMembers(ctx))),
    update: procedure
      .input(z.strictObject({ ...memberParameters.shape, patch: memberPatch }))
      .output(member)
      .mutation(({ ctx, input }) => updateMember(ctx, input)),
    remove: procedure
      .input(memberParameters)
      .mutation(({ ctx, input }) => removeMember({ ...ctx, ...ports }, input.id)),
  });

export const createInvitationsRouter = (ports: AccountPorts) =>
  router({
    list: procedure.output(z.array(invitation)).query(({ ctx }) => whole(listInvitations(ctx))),
    create: procedure
      .input(invitationInput)
      .output(invitation)
      .mutation(({ ctx, input }) => invitePerson({ ...ctx, ...ports }, input)),
    resend: procedure
      .input(invitationParameters)
      .output(invitation)
      .mutation(({ ctx, input }) => resendInvitation({ ...ctx, ...ports }, input.id)),
    cancel: procedure
      .input(invitationParameters)
      .mutation(({ ctx, input }) => cancelInvitation(ctx, input.id)),
  });
