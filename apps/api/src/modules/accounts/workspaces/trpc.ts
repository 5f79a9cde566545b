import { ownWorkspace, ownWorkspaceParameters, workspace, workspacePatch } from "@zonepost/schema";
import { z } from "zod";
import { personProcedure, procedure } from "../../../kernel/trpc.ts";
import { leaveWorkspace } from "./leave-workspace.ts";
import { listOwnWorkspaces } from "./list-own-workspaces.ts";
import { readWorkspace } from "./read-workspace.ts";
import { renameWorkspace } from "./rename-workspace.ts";
import { switchWorkspace } from "./switch-workspace.ts";

/** Of the router `me`. */
export const myWorkspaceProcedures = {
  workspaces: personProcedure.output(z.array(ownWorkspace)).query(({ ctx }) => listOwnWorkspaces(ctx)),
  switchWorkspace: personProcedure
    .input(ownWorkspaceParameters)
    .output(ownWorkspace)
    .mutation(({ ctx, input }) => switchWorkspace(ctx, input.id)),
  leaveWorkspace: personProcedure
    .input(ownWorkspaceParameters)
    .mutation(({ ctx, input }) => leaveWorkspace(ctx, input.id)),
};

/** Below `workspace`. */
export const workspaceProcedures = {
  get: procedure.output(workspace).query(({ ctx }) => readWorkspace(ctx)),
  update: procedure
    .input(workspacePatch)
    .output(workspace)
    .mutation(({ ctx, input }) => renameWorkspace(ctx, input)),
};
