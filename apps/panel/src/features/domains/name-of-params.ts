import { normalizeDomainName } from "@zonepost/schema";
import { pageNotFound } from "@/trpc/server.tsx";

/** The name in the URL, normalized. An invalid name is a 404. */
export async function nameOfParams(
  params: Promise<{ name: string } | { domainName: string }>,
): Promise<string> {
  const found = await params;
  let typed: string;
  try {
    typed = decodeURIComponent("name" in found ? found.name : found.domainName);
  } catch {
    pageNotFound();
  }
  const result = normalizeDomainName(typed);
  if (!result.ok) {
    pageNotFound();
  }
  return result.name;
}
