import { invitation, invitationInput, invitationParameters, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { operation } from "../../../kernel/http/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { cancelInvitation } from "./cancel-invitation.ts";
import { invitePerson } from "./invite-person.ts";
import { listInvitations } from "./list-invitations.ts";
import { resendInvitation } from "./resend-invitation.ts";

export const invitationOperations = (ports: AccountPorts) => ({
  listInvitations: operation({
    operationId: "listInvitations",
    method: "GET",
    path: "/workspace/invitations",
    tag: "People",
    summary: "List the invitations that are open or have expired",
    right: "members:read",
    query: pageQuery,
    output: z.array(invitation),
    outputDescription: "The invitations, newest first",
    successStatus: 200,
    problems: [],
    handle: (ctx, { query }) => listInvitations(ctx, query),
  }),
  createInvitation: operation({
    operationId: "createInvitation",
    method: "POST",
    path: "/workspace/invitations",
    tag: "People",
    summary: "Invite a person by mail",
    description:
      "With a role whose rights you have yourself. The link in the mail holds for 7 days and for that address; the answer does not hold it. Whether there is an account with the address is not told.",
    right: "members:write",
    body: invitationInput,
    output: invitation,
    outputDescription: "The invitation",
    successStatus: 201,
    problems: [409],
    handle: (ctx, { body }) => invitePerson({ ...ctx, ...ports }, body),
  }),
  resendInvitation: operation({
    operationId: "resendInvitation",
    method: "POST",
    path: "/workspace/invitations/{id}/resend",
    tag: "People",
    summary: "Mail an invitation again, with a new link",
    description: "The link before it is dead, and the 7 days begin again. At most once a minute.",
    right: "members:write",
    parameters: invitationParameters,
    output: invitation,
    outputDescription: "The invitation as it is now",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => resendInvitation({ ...ctx, ...ports }, parameters.id),
  }),
  cancelInvitation: operation({
    operationId: "cancelInvitation",
    method: "DELETE",
    path: "/workspace/invitations/{id}",
    tag: "People",
    summary: "Cancel an invitation",
    right: "members:write",
    parameters: invitationParameters,
    output: z.void(),
    outputDescription: "The link that was mailed is dead",
    successStatus: 204,
    problems: [404],
    handle: (ctx, { parameters }) => cancelInvitation(ctx, parameters.id),
  }),
});
