const mostPaths = 12;

/** The latest first, each once. */
export const withVisit = (paths: readonly string[], path: string): string[] =>
  [path, ...paths.filter((each) => each !== path)].slice(0, mostPaths);

const keyOf = (workspaceId: string) => `zonepost.recent.${workspaceId}`;

/** The pages opened last in this browser, the latest first. Storage can be full, blocked or edited by hand. */
export function readRecentPaths(workspaceId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(workspaceId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}

export function rememberVisit(workspaceId: string, path: string) {
  try {
    localStorage.setItem(keyOf(workspaceId), JSON.stringify(withVisit(readRecentPaths(workspaceId), path)));
  } catch {
    // Without storage, nothing is recent.
  }
}
