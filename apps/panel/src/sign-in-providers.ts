import "server-only";
import { type SignInProvider, signInProviderList } from "@zonepost/schema";
import { internalApiUrl } from "./addresses.ts";

/** The configured providers; none if the API doesn't respond in time. */
export async function readSignInProviders(): Promise<SignInProvider[]> {
  try {
    const response = await fetch(`${internalApiUrl()}/auth/providers`, {
      cache: "no-store",
      signal: AbortSignal.timeout(2_000),
    });
    return signInProviderList.parse(await response.json()).providers;
  } catch {
    return [];
  }
}
