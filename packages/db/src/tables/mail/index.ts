export * from "./accounts.ts";
export * from "./aliases.ts";
export * from "./connections.ts";
export * from "./dkim.ts";
export * from "./dns.ts";
export * from "./domains.ts";
export * from "./events.ts";
export * from "./sieve.ts";
