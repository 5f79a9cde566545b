import { invitation, invitationInput, invitationParameters } from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";
import { cancelInvitation } from "./cancel-invitation.ts";
import { invitePerson } from "./invite-person.ts";
import { listInvitations } from "./list-invitations.ts";
import { resendInvitation } from "./resend-invitation.ts";

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
