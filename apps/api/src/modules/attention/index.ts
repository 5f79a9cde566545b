export { attentionErasure } from "./erasure.ts";
export { listAttentionChoices } from "./list-attention-choices.ts";
export { attentionOperations } from "./rest.ts";
export { createAttentionRouter } from "./trpc.ts";
