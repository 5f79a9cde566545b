import { normalizeDomainName } from "@zonepost/schema";
import { notFound } from "next/navigation";

/** The name in the address, in the form in which it is stored. What is no name is not found. */
export async function nameOfParams(params: Promise<{ name: string }>): Promise<string> {
  const { name } = await params;
  let typed: string;
  try {
    typed = decodeURIComponent(name);
  } catch {
    notFound();
  }
  const result = normalizeDomainName(typed);
  if (!result.ok) {
    notFound();
  }
  return result.name;
}
