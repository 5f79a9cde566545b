import { member, memberParameters, memberPatch, ownershipTransferInput } from "@zonepost/schema";
import { z } from "zod";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";
import { listMembers } from "./list-members.ts";
import { removeMember } from "./remove-member.ts";
import { transferOwnership } from "./transfer-ownership.ts";
import { updateMember } from "./update-member.ts";

/** Below `workspace`. */
export const ownershipProcedures = (ports: AccountPorts) => ({
  transferOwnership: procedure
    .input(ownershipTransferInput)
    .output(member)
    .mutation(({ ctx, input }) => transferOwnership({ ...ctx, ...ports }, input)),
});

export const createMembersRouter = (ports: AccountPorts) =>
  router({
    list: procedure.output(z.array(member)).query(({ ctx }) => whole(listMembers(ctx))),
    update: procedure
      .input(z.strictObject({ ...memberParameters.shape, patch: memberPatch }))
      .output(member)
      .mutation(({ ctx, input }) => updateMember({ ...ctx, ...ports }, input)),
    remove: procedure
      .input(memberParameters)
      .mutation(({ ctx, input }) => removeMember({ ...ctx, ...ports }, input.id)),
  });
