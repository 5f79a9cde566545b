import { normalizeDomainName } from "@zonepost/schema";
import { pageNotFound } from "@/trpc/server.tsx";
import { decodedPath } from "@/ui/values/decoded-path.ts";

/** The name in the URL, normalized. An invalid name is a 404. */
export async function zoneNameOfParams(params: Promise<{ zoneName: string }>): Promise<string> {
  const { zoneName } = await params;
  const result = normalizeDomainName(decodedPath(zoneName) ?? "");
  if (!result.ok) {
    pageNotFound();
  }
  return result.name;
}
