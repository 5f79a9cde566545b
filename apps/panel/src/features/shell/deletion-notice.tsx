"use client";
import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";

/** Above each page, while the person's account waits to be deleted. */
export function DeletionNotice({ deletesAt }: { deletesAt: string }) {
  const t = useTranslations("shell");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const write = useMomentText();
  const keep = useSubmit({
    ...trpc.me.undoDeletion.mutationOptions(),
    isRepeatable: true,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.me.get.queryFilter()),
        queryClient.invalidateQueries(trpc.session.current.queryFilter()),
      ]),
  });
  return (
    <>
      <Notice title={t("deletionTitle", { day: write(deletesAt, "date") })}>
        <Text size="sm">{t("deletionWords")}</Text>
        <Group mt="sm">
          <Button loading={keep.isPending} onClick={() => keep.mutate()}>
            {t("keepAccount")}
          </Button>
        </Group>
      </Notice>
      {keep.error ? <Failure error={keep.error} title={t("notKept")} /> : null}
    </>
  );
}
