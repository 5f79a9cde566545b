/** Of infinite queries of lists, on the server and in the browser. */
export const nextPage = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

/** What the API filters by; undefined without words. */
export const wordsOf = (q: string): string | undefined => q.trim().slice(0, 255) || undefined;
