export { finderOperations } from "./rest.ts";
export { createFinderRouter } from "./trpc.ts";
