import type { createAuthLibrary } from "./library.ts";

/** Loads better-auth only in the process that signs people in. */
export const loadAuthLibrary: (
  deps: Parameters<typeof createAuthLibrary>[0],
) => Promise<ReturnType<typeof createAuthLibrary>> = async (deps) =>
  (await import("./library.ts")).createAuthLibrary(deps);
