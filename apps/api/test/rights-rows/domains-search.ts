import type { Rows } from "./row.ts";

const word = async () => ({ query: { word: "a-free-word" } });

export const domainSearchRows: Rows = {
  rest: {
    suggestDomains: { success: 200, own: word },
    listTlds: { success: 200 },
  },
  trpc: {
    // Asked by a link that takes no streams: whoever may ask is told so.
    "domains.suggestions": { right: "domains:read", success: 415, own: word },
    "domains.tlds": { right: "domains:read", success: 200 },
  },
};
