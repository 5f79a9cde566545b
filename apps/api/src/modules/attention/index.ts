export { attentionErasure } from "./erasure.ts";
export { attentionOperations } from "./rest.ts";
export { createAttentionRouter } from "./trpc.ts";
