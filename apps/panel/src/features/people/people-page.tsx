"use client";
import { useQuery } from "@tanstack/react-query";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Invitations } from "./invitations.tsx";
import { Members } from "./members.tsx";
import { OwnershipTransfer } from "./ownership-transfer.tsx";
import { PeopleSkeleton } from "./people-skeleton.tsx";

/** Members, invitations and ownership. */
export function PeoplePage() {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  if (!current) {
    return <PeopleSkeleton />;
  }
  const { session, user } = current;
  if (!hasRight(session, "members:read")) {
    return <RightMissing what="members" rights={["members:read"]} />;
  }
  return (
    <>
      <Members place={session} userId={user.id} />
      <Invitations place={session} />
      {hasRight(session, "workspace:own") ? (
        <OwnershipTransfer workspaceName={session.workspaceName ?? ""} userId={user.id} />
      ) : null}
    </>
  );
}
