"use client";
import { useEffect, useRef } from "react";

/**
 * One session works in one workspace: where another tab has switched, or the seat was taken away, this page loads anew,
 * so that it never shows things of two workspaces.
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
