"use client";
import { useTranslations } from "next-intl";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

type OfWorkspace = { workspace: { id: string; name: string } };

export const LeaveWorkspaceDialog = confirmation("workspace", "leave", ({ workspace }: OfWorkspace) => {
  const { id, name } = workspace;
  const t = useTranslations("workspace");
  return {
    mutation: useTRPC().me.leaveWorkspace.mutationOptions(),
    input: { id },
    values: { name },
    // A full load, so that no data of the workspace stays in memory.
    leave: () => window.location.assign("/"),
    failure: ({ code }) =>
      code === "last_owner" ? (
        <ProblemAlert title={t("lastOwnerTitle")} detail={t("lastOwner")} />
      ) : undefined,
  };
});
