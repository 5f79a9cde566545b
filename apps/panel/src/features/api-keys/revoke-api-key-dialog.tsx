"use client";
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/**
 * Requires the key's name, since revoking can't be undone, or its beginning if another active key has that name, as after a
 * roll. Until the others are known, that may be.
 */
export const RevokeApiKeyDialog = confirmation("apiKeys", "revoke", ({ apiKey }: { apiKey: ApiKey }) => {
  const { id, name, start, lastUsedAt } = apiKey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: all } = useQuery(trpc.apiKeys.list.queryOptions());
  const isOnlyOne =
    all?.every((other) => other.id === id || other.name !== name || other.status !== "active") ?? false;
  const typed = isOnlyOne ? name : start;
  return {
    mutation: trpc.apiKeys.revoke.mutationOptions(),
    input: { id },
    values: {
      words: typed,
      isUsed: String(lastUsedAt !== null),
      when: () => <RelativeMoment at={lastUsedAt ?? ""} hasHappened />,
    },
    isRight: (words) => words.trim() === typed,
    children: (
      <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>
        {name}{" "}
        <Text component="span" size="xs" c="dimmed" ff="monospace">
          {start}…
        </Text>
      </Text>
    ),
    refresh: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
  };
});
