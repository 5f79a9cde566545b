"use client";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";

/** Ends the session. @param next the destination; the sign-in page by default */
export function useSignOut(next = "/sign-in") {
  const { apiUrl } = useAddresses();
  return useSubmit({
    mutationFn: () => callRest(`${apiUrl}/auth/sign-out`, { method: "POST", body: {} }),
    // A full load, so that no data of the session stays in memory.
    onSuccess: () => window.location.assign(next),
  });
}
