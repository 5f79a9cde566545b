import { ownWorkspace, ownWorkspaceParameters } from "@zonepost/schema";
import { z } from "zod";
import { personProcedure } from "../../../kernel/trpc.ts";
import { listOwnWorkspaces } from "../queries/list-own-workspaces.ts";
import { leaveWorkspace } from "../use-cases/leave-workspace.ts";
import { switchWorkspace } from "../use-cases/switch-workspace.ts";

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
