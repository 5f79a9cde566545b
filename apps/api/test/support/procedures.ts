import type { ProcedureMeta } from "../../src/kernel/http/trpc.ts";
import { createAppRouter } from "../../src/transport/trpc/router.ts";

/** Those of the panel's router, which is only read here, never called, so it needs no ports. */
export const procedures = createAppRouter({} as never)._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: ProcedureMeta } }
>;
