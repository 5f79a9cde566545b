"use client";
import { useMutation } from "@tanstack/react-query";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";

/** Ends the session. @param next where to go then; back to the sign-in page without it */
export function useSignOut(next = "/sign-in") {
  const { apiUrl } = useAddresses();
  return useMutation({
    mutationFn: () => callRest(`${apiUrl}/auth/sign-out`, { method: "POST", body: {} }),
    // A full load: nothing of the session stays in memory.
    onSuccess: () => window.location.assign(next),
  });
}
