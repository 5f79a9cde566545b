import { invitation, invitationInput, invitationParameters, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { cancelInvitation } from "./cancel-invitation.ts";
import { invitePerson } from "./invite-person.ts";
import { listInvitations } from "./list-invitations.ts";
import { readInvitationBefore, resendInvitation } from "./resend-invitation.ts";

export const invitationOperations = (ports: AccountPorts) =>
  named({
    listInvitations: operation({
      method: "GET",
      path: "/workspace/invitations",
      tag: "People",
      summary: "List invitations",
      right: "members:read",
      query: pageQuery,
      output: z.array(invitation),
      outputDescription: "Open and expired invitations, newest first",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listInvitations(ctx, query),
    }),
    createInvitation: operation({
      method: "POST",
      path: "/workspace/invitations",
      tag: "People",
      summary: "Invite a person",
      description:
        "Emails an invitation link that works for 7 days and for that address only. The link is not part of the response. You can only assign roles whose permissions you have yourself. The response does not reveal whether the address already has an account.",
      right: "members:write",
      body: invitationInput,
      output: invitation,
      outputDescription: "The invitation",
      successStatus: 201,
      problems: [409],
      handle: (ctx, { body }) => invitePerson({ ...ctx, ...ports }, body),
    }),
    resendInvitation: operation({
      method: "POST",
      path: "/workspace/invitations/{id}/resend",
      tag: "People",
      summary: "Resend an invitation",
      description:
        "Sends a new link, valid for 7 days. The old link stops working. Limited to once a minute. Requires the same confirmation as inviting.",
      right: "members:write",
      parameters: invitationParameters,
      output: invitation,
      outputDescription: "The updated invitation",
      successStatus: 200,
      problems: [404],
      readBefore: (ctx, { parameters }) => readInvitationBefore(ctx, parameters.id),
      handle: (ctx, { parameters }) => resendInvitation({ ...ctx, ...ports }, parameters.id),
    }),
    cancelInvitation: operation({
      method: "DELETE",
      path: "/workspace/invitations/{id}",
      tag: "People",
      summary: "Cancel an invitation",
      right: "members:write",
      parameters: invitationParameters,
      output: z.void(),
      outputDescription: "The invitation was canceled and its link no longer works",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => cancelInvitation(ctx, parameters.id),
    }),
  });
