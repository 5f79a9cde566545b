"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { CurrentSession } from "@zonepost/schema";
import { useTRPCClient } from "@/trpc/client.tsx";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";

/** Signs in again as the same person, in the workspace of the page. */
export function RestoreSession(
  props: CurrentSession & { opened: boolean; needsCode: boolean; onRestored: () => void },
) {
  const { user, session, opened, needsCode, onRestored } = props;
  const { apiUrl } = useAddresses();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const resume = async () => {
    const current = await callRest<CurrentSession>(`${apiUrl}/auth/get-session`);
    const { workspaceId } = session;
    if (current.user.id !== user.id) {
      // Another tab signed in as someone else, who may not see this page.
      return window.location.reload();
    }
    // A new session may begin in another workspace.
    if (workspaceId !== null && current.session.workspaceId !== workspaceId) {
      await client.me.switchWorkspace.mutate({ id: workspaceId });
    }
    onRestored();
    void queryClient.invalidateQueries();
  };
  return <SignInAgainDialog opened={opened} email={user.email} needsCode={needsCode} onSignedIn={resume} />;
}
