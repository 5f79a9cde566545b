import { ownSessionParameters } from "@zonepost/schema";
import { personProcedure } from "../../../kernel/trpc.ts";
import { listOwnSessions } from "./list-own-sessions.ts";
import { forgetDevices, revokeOtherSessions, revokeSession } from "./revoke-session.ts";

/** Below `me`. */
export const sessionProcedures = {
  sessions: personProcedure.query(({ ctx }) => listOwnSessions(ctx)),
  revokeSession: personProcedure
    .input(ownSessionParameters)
    .mutation(({ ctx, input }) => revokeSession(ctx, input)),
  revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
  forgetDevices: personProcedure.mutation(({ ctx }) => forgetDevices(ctx)),
};
