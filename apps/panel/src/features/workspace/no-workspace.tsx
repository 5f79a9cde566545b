"use client";
import { Button, Stack } from "@mantine/core";
import { IconDoorExit } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSignOut } from "@/features/sign-in/use-sign-out.ts";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { useSwitchWorkspace } from "./use-switch-workspace.ts";

/** Shown if the session has no workspace, with links to other pages. */
export function NoWorkspace() {
  const t = useTranslations("workspace");
  const trpc = useTRPC();
  const { data: others = [] } = useQuery(trpc.me.workspaces.queryOptions());
  const change = useSwitchWorkspace();
  const signOut = useSignOut();
  const failure = change.error ?? signOut.error;
  return (
    <Stack gap="md">
      <EmptyState
        icon={IconDoorExit}
        order={1}
        title={t("none")}
        action={
          <Stack gap="xs">
            {others.map(({ id, name }) => (
              <Button
                key={id}
                loading={change.variables?.id === id && (change.isPending || change.isSuccess)}
                onClick={() => change.mutate({ id })}
              >
                {t("goTo", { name })}
              </Button>
            ))}
            <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
              {t("signOut")}
            </Button>
          </Stack>
        }
      >
        {t(others.length > 0 ? "noneOthers" : "noneWords")}
      </EmptyState>
      {failure ? <Failure error={failure} title={t("notSwitched")} /> : null}
    </Stack>
  );
}
