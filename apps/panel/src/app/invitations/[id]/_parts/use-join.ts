"use client";
import { useSubmit } from "@/lib/use-submit.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";

export const welcomePath = "/domains?welcome=true";

export type HeldLink = { id: string; token: string };
export type Person = { name?: string; password?: string };

/**
 * Accepts the invitation and opens the panel.
 *
 * @param before must succeed first; may return a different destination
 * @param onChanged called if the invitation has changed since the page loaded
 */
export function useJoin<Input extends Person>(options: {
  link: HeldLink;
  forget: () => void;
  onChanged: () => void;
  before?: (input: Input) => Promise<string | undefined>;
  onError?: (error: unknown) => void;
}) {
  const { link, forget, onChanged, before, onError } = options;
  const { apiUrl } = useAddresses();
  return useSubmit({
    mutationFn: async (input: Input & Person) => {
      const target = await before?.(input);
      const { name, password } = input;
      await callRest(`${apiUrl}/auth/invitations/accept`, {
        method: "POST",
        body: { ...link, name, password },
      });
      return target ?? welcomePath;
    },
    onSuccess: (target) => {
      forget();
      window.location.assign(target);
    },
    onError: (error) => {
      const { status, errors } = problemOf(error);
      if (errors.length === 0 && status !== undefined && [401, 404, 409].includes(status)) {
        onChanged();
      }
      onError?.(error);
    },
  });
}
