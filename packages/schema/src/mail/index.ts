export * from "./accounts.ts";
export * from "./address.ts";
export * from "./aliases.ts";
export * from "./dkim.ts";
export * from "./dns.ts";
export * from "./domains.ts";
export * from "./events.ts";
export * from "./plans.ts";
