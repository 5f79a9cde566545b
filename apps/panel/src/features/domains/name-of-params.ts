import { normalizeDomainName } from "@zonepost/schema";
import { pageNotFound } from "@/trpc/server.tsx";
import { decodedPath } from "@/ui/values/decoded-path.ts";

/** The name in the URL, normalized. An invalid name is a 404. */
export async function nameOfParams(
  params: Promise<{ name: string } | { domainName: string }>,
): Promise<string> {
  const found = await params;
  const result = normalizeDomainName(decodedPath("name" in found ? found.name : found.domainName) ?? "");
  if (!result.ok) {
    pageNotFound();
  }
  return result.name;
}
