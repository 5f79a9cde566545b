import "server-only";
import { internalApiUrl, publicAddresses } from "./addresses.ts";

/** Whether the API runs as a sandbox. Only a sandbox has an outbox. */
export async function isSandbox(): Promise<boolean> {
  try {
    const response = await fetch(`${internalApiUrl()}/sandbox/outbox`, {
      cache: "no-store",
      headers: { origin: publicAddresses().panelUrl },
      signal: AbortSignal.timeout(2_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
