"use client";
import { Button, Group } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** The two ways to go on. There is one while nothing was missed. Small ones fit next to each other on a phone. */
export function Reactivation({ id, count = 0, size }: { id: string; count?: number; size?: "xs" }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const reactivate = useSubmit({
    ...trpc.webhooks.reactivate.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    isRepeatable: true,
  });
  const stateOf = (catchUp: boolean) => {
    const isChosen = (reactivate.variables?.catchUp ?? false) === catchUp;
    return { loading: reactivate.isPending && isChosen, disabled: reactivate.isPending && !isChosen };
  };
  return (
    <>
      <Group gap="xs">
        {count > 0 ? (
          <Button
            size={size}
            leftSection={size === undefined ? <IconPlayerPlay size={18} aria-hidden /> : undefined}
            {...stateOf(true)}
            onClick={() => reactivate.mutate({ id, catchUp: true })}
          >
            {t("reactivateAndCatchUp")}
          </Button>
        ) : null}
        <Button
          size={size}
          variant={count > 0 ? "default" : "filled"}
          {...stateOf(false)}
          onClick={() => reactivate.mutate({ id })}
        >
          {t(count === 0 ? "reactivate" : size === undefined ? "reactivateOnly" : "reactivateOnlyShort")}
        </Button>
      </Group>
      {reactivate.error ? <Failure error={reactivate.error} title={t("notChanged")} /> : null}
    </>
  );
}
