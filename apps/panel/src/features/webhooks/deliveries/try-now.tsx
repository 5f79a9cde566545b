"use client";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";

/** For a receiver that works again: what waits for a retry is sent now. */
export function TryNow({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const right = useRight("webhooks:write");
  const retry = useSubmit({
    ...trpc.webhooks.retryNow.mutationOptions(),
    isRepeatable: true,
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
  });
  if (!right.has) {
    return null;
  }
  return (
    <>
      <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
        {t("tryNow")}
      </Button>
      {retry.error ? <Failure error={retry.error} title={t("notTried")} /> : null}
    </>
  );
}
