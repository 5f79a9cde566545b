export * from "./limits.ts";
export * from "./records.ts";
export * from "./versions.ts";
export * from "./zones.ts";
