import { ownWorkspace, ownWorkspaceParameters } from "@zonepost/schema";
import { z } from "zod";
import { type PersonOperation, personOperation } from "../../../kernel/operation.ts";
import { listOwnWorkspaces } from "../queries/list-own-workspaces.ts";
import { leaveWorkspace } from "../use-cases/leave-workspace.ts";
import { switchWorkspace } from "../use-cases/switch-workspace.ts";

export const myWorkspaceOperations = (): PersonOperation[] => [
  personOperation({
    operationId: "listMyWorkspaces",
    method: "GET",
    path: "/me/workspaces",
    summary: "List the workspaces that you are in",
    output: z.array(ownWorkspace),
    outputDescription: "The workspaces, by name; `isCurrent` is the one that this session works in",
    successStatus: 200,
    problems: [],
    handle: (ctx) => listOwnWorkspaces(ctx),
  }),
  personOperation({
    operationId: "switchWorkspace",
    method: "POST",
    path: "/me/workspaces/{id}/switch",
    summary: "Work in another of your workspaces, with this session",
    parameters: ownWorkspaceParameters,
    output: ownWorkspace,
    outputDescription: "The workspace that the session works in from now on",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => switchWorkspace(ctx, parameters.id),
  }),
  personOperation({
    operationId: "leaveWorkspace",
    method: "POST",
    path: "/me/workspaces/{id}/leave",
    summary: "Leave a workspace",
    description: "409 with `last_owner` for its last owner.",
    parameters: ownWorkspaceParameters,
    output: z.void(),
    outputDescription: "You are no longer in it",
    successStatus: 204,
    problems: [404, 409],
    handle: (ctx, { parameters }) => leaveWorkspace(ctx, parameters.id),
  }),
];
