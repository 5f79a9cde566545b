export * from "./accounts.ts";
export * from "./attention.ts";
export type { StoredActor } from "./columns.ts";
export * from "./domains.ts";
export * from "./kernel.ts";
export * from "./mail/index.ts";
export * from "./orders.ts";
export * from "./payments.ts";
export * from "./webhooks.ts";
