import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import { attentionOperations } from "./rest.ts";

export const createAttentionRouter = () => {
  const operations = attentionOperations();
  return router({
    list: queryOf(operations.listAttention),
    snooze: mutationOf(operations.snoozeAttention),
    unsnooze: mutationOf(operations.unsnoozeAttention),
    mute: mutationOf(operations.muteAttention),
    unmute: mutationOf(operations.unmuteAttention),
  });
};
