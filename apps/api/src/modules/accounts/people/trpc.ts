import { profilePatch } from "@zonepost/schema";
import { personProcedure } from "../../../kernel/trpc.ts";
import { readProfile } from "./read-profile.ts";
import { updateProfile } from "./update-profile.ts";

/** Below `me`. */
export const profileProcedures = {
  get: personProcedure.query(({ ctx }) => readProfile(ctx)),
  update: personProcedure.input(profilePatch).mutation(({ ctx, input }) => updateProfile(ctx, input)),
};
