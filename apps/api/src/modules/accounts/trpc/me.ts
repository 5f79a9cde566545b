import { ownSessionParameters, profilePatch } from "@zonepost/schema";
import { personProcedure, router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";
import { listOwnSessions } from "../queries/list-own-sessions.ts";
import { readProfile } from "../queries/read-profile.ts";
import { forgetDevices, revokeOtherSessions, revokeSession } from "../use-cases/revoke-session.ts";
import { updateProfile } from "../use-cases/update-profile.ts";
import { myWorkspaceProcedures } from "./my-workspaces.ts";

export const createMeRouter = (_ports: AccountPorts) =>
  router({
    ...myWorkspaceProcedures,
    get: personProcedure.query(({ ctx }) => readProfile(ctx)),
    update: personProcedure.input(profilePatch).mutation(({ ctx, input }) => updateProfile(ctx, input)),
    sessions: personProcedure.query(({ ctx }) => listOwnSessions(ctx)),
    revokeSession: personProcedure
      .input(ownSessionParameters)
      .mutation(({ ctx, input }) => revokeSession(ctx, input)),
    revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
    forgetDevices: personProcedure.mutation(({ ctx }) => forgetDevices(ctx)),
  });
