import { apiKeyInput, apiKeyParameters, apiKeyPatch, apiKeyRollInput } from "@zonepost/schema";
import { whole } from "../../../kernel/page.ts";
import { procedure, router } from "../../../kernel/trpc.ts";
import type { AccountPorts } from "../ports.ts";
import { changeApiKey } from "./change-api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rollApiKey } from "./roll-api-key.ts";

export const createApiKeysRouter = (ports: AccountPorts) =>
  router({
    list: procedure.query(({ ctx }) => whole(listApiKeys(ctx))),
    create: procedure
      .input(apiKeyInput)
      .mutation(({ ctx, input }) => createApiKey({ ...ctx, ...ports }, input)),
    update: procedure
      .input(apiKeyParameters.extend({ patch: apiKeyPatch }))
      .mutation(({ ctx, input }) => changeApiKey(ctx, input)),
    revoke: procedure.input(apiKeyParameters).mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
    roll: procedure
      .input(apiKeyParameters.extend({ roll: apiKeyRollInput }))
      .mutation(({ ctx, input }) => rollApiKey({ ...ctx, ...ports }, input)),
  });
