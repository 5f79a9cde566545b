export { type Diagnosis, diagnose } from "./diagnose.ts";
export type { DiagnosisReason, Finding } from "./words.ts";
