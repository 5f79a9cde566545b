import type { Rows } from "../row.ts";

const word = async () => ({ query: { word: "a-free-word" } });

export const domainSearchRows: Rows = {
  rest: {
    suggestDomains: { success: 200, own: word },
    listTlds: { success: 200 },
    listPrices: { success: 200 },
  },
  trpc: {
    // Called by a link without streaming, so an authorized caller gets that error.
    "domains.suggestions": { right: "domains:read", success: 415, own: word },
    "domains.checkNames": {
      right: "domains:read",
      success: 415,
      own: async () => ({ body: { names: ["a-free-word.com"] } }),
    },
    "domains.tlds": { right: "domains:read", success: 200 },
    "domains.prices": { right: "domains:read", success: 200 },
  },
};
