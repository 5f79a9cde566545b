"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/** Requires the key's name, since revoking can't be undone. */
export const RevokeApiKeyDialog = confirmation("apiKeys", "revoke", ({ apiKey }: { apiKey: ApiKey }) => {
  const { id, name, lastUsedAt } = apiKey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return {
    mutation: trpc.apiKeys.revoke.mutationOptions(),
    input: { id },
    values: {
      name,
      isUsed: String(lastUsedAt !== null),
      when: () => <RelativeMoment at={lastUsedAt ?? ""} hasHappened />,
    },
    isRight: (words) => words.trim() === name,
    refresh: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
  };
});
