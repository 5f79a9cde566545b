import { member, memberParameters, memberPatch, ownershipTransferInput, pageQuery } from "@zonepost/schema";
import { z } from "zod";
import { operation } from "../../../kernel/http/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { listMembers } from "./list-members.ts";
import { removeMember } from "./remove-member.ts";
import { transferOwnership } from "./transfer-ownership.ts";
import { updateMember } from "./update-member.ts";

export const memberOperations = (ports: AccountPorts) => ({
  transferOwnership: operation({
    operationId: "transferOwnership",
    method: "POST",
    path: "/workspace/ownership",
    tag: "People",
    summary: "Hand the ownership over to another member",
    description: "The member becomes an owner, and whoever hands it over an admin. Both are told by mail.",
    right: "workspace:own",
    sessionOnly: true,
    body: ownershipTransferInput,
    output: member,
    outputDescription: "The new owner",
    successStatus: 200,
    problems: [404, 409],
    handle: (ctx, { body }) => transferOwnership({ ...ctx, ...ports }, body),
  }),
  listMembers: operation({
    operationId: "listMembers",
    method: "GET",
    path: "/workspace/members",
    tag: "People",
    summary: "List who is in the workspace",
    right: "members:read",
    query: pageQuery,
    output: z.array(member),
    outputDescription: "The members, in the order in which they came",
    successStatus: 200,
    problems: [],
    handle: (ctx, { query }) => listMembers(ctx, query),
  }),
  updateMember: operation({
    operationId: "updateMember",
    method: "PATCH",
    path: "/workspace/members/{id}",
    tag: "People",
    summary: "Change a member's role, or the domains that they are limited to",
    description:
      "Nobody gives or takes a role with rights that they do not have. A role over all domains ends the limit. 409 with `last_owner` where no owner would be left.",
    right: "members:write",
    parameters: memberParameters,
    body: memberPatch,
    output: member,
    outputDescription: "The member as they are now",
    successStatus: 200,
    problems: [404, 409],
    handle: (ctx, { parameters, body }) => updateMember({ ...ctx, ...ports }, { ...parameters, patch: body }),
  }),
  removeMember: operation({
    operationId: "removeMember",
    method: "DELETE",
    path: "/workspace/members/{id}",
    tag: "People",
    summary: "Remove a member from the workspace",
    description: "They are told by mail. 409 with `last_owner` for the last owner.",
    right: "members:write",
    parameters: memberParameters,
    output: z.void(),
    outputDescription: "The member is no longer in the workspace",
    successStatus: 204,
    problems: [404, 409],
    handle: (ctx, { parameters }) => removeMember({ ...ctx, ...ports }, parameters.id),
  }),
});
