import type { DiagnoseInput, Diagnosis } from "./diagnose/types.ts";

/**
 * Explains why `verify` accepts or rejects a request, by undoing known mistakes one after the other until a
 * signature matches. A tool for developers: it tries thousands of variants, and its result would help a forger, so
 * don't run it on untrusted requests, and never send its result in a response.
 *
 * Pure: it uses no clock and no network, and keeps nothing. Rejects with a `WebhookVerificationError` of the reason
 * `invalid_option` if `headers`, `now` or `toleranceSeconds` is unusable; every other problem is a finding.
 *
 * @example
 * const { findings } = await diagnose({ headers, body, secret });
 * findings[0].reason; // "body_reserialized"
 */
export async function diagnose(input: DiagnoseInput): Promise<Diagnosis> {
  // Receivers that only verify don't load it.
  const { diagnoseRequest } = await import("./diagnose/diagnose-request.ts");
  return diagnoseRequest(input);
}
