import { ownWorkspace, ownWorkspaceParameters, workspace, workspacePatch } from "@zonepost/schema";
import { z } from "zod";
import { named, operation, personOperation } from "../../../kernel/http/operation.ts";
import { leaveWorkspace } from "./leave-workspace.ts";
import { listOwnWorkspaces } from "./list-own-workspaces.ts";
import { readWorkspace } from "./read-workspace.ts";
import { switchWorkspace } from "./switch-workspace.ts";
import { updateWorkspace } from "./update-workspace.ts";

export const workspaceOperations = () =>
  named({
    listMyWorkspaces: personOperation({
      method: "GET",
      path: "/me/workspaces",
      summary: "List your workspaces",
      output: z.array(ownWorkspace),
      outputDescription: "The workspaces, sorted by name. `isCurrent` marks the session's current workspace.",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listOwnWorkspaces(ctx),
    }),
    switchWorkspace: personOperation({
      method: "POST",
      path: "/me/workspaces/{id}/switch",
      summary: "Switch workspace",
      parameters: ownWorkspaceParameters,
      output: ownWorkspace,
      outputDescription: "The session's new current workspace",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => switchWorkspace(ctx, parameters.id),
    }),
    leaveWorkspace: personOperation({
      method: "POST",
      path: "/me/workspaces/{id}/leave",
      summary: "Leave a workspace",
      description: "Returns 409 with `last_owner` for the last owner.",
      parameters: ownWorkspaceParameters,
      output: z.void(),
      outputDescription: "You left the workspace",
      successStatus: 204,
      problems: [404, 409],
      handle: (ctx, { parameters }) => leaveWorkspace(ctx, parameters.id),
    }),
    getWorkspace: operation({
      method: "GET",
      path: "/workspace",
      tag: "People",
      summary: "Get the current workspace",
      right: "domains:read",
      output: workspace,
      outputDescription: "The workspace",
      successStatus: 200,
      problems: [],
      handle: (ctx) => readWorkspace(ctx),
    }),
    updateWorkspace: operation({
      method: "PATCH",
      path: "/workspace",
      tag: "People",
      summary: "Update the workspace",
      description:
        "Changes its name, the language of its emails, or the nameservers that the panel fills in for a new registration. The API itself never adds nameservers to a registration.",
      right: "workspace:write",
      body: workspacePatch,
      output: workspace,
      outputDescription: "The updated workspace",
      successStatus: 200,
      problems: [],
      handle: (ctx, { body }) => updateWorkspace(ctx, body),
    }),
  });
