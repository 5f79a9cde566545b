"use client";
import { useEffect, useRef } from "react";

/**
 * A session has one active workspace. If another tab has switched it, or the membership has ended, the page reloads, so
 * that it never mixes data of two workspaces.
 */
export function useOneWorkspace(workspaceId: string | null | undefined) {
  const first = useRef(workspaceId);
  useEffect(() => {
    if (first.current === undefined) {
      first.current = workspaceId;
    } else if (workspaceId !== undefined && first.current !== workspaceId) {
      window.location.reload();
    }
  }, [workspaceId]);
}
