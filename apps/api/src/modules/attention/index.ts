export { attentionErasure } from "./erasure.ts";
export { attentionWorks, createAttentionSweeps } from "./jobs.ts";
export { listDomainsInNeed } from "./list-attention.ts";
export { listAttentionChoices } from "./list-attention-choices.ts";
export { attentionOperations } from "./rest.ts";
export { createAttentionRouter } from "./trpc.ts";
