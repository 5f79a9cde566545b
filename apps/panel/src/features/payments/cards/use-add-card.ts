"use client";
import { leavePage } from "@/lib/leave-page.ts";
import { cardReturnPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { useAddresses } from "@/ui/addresses.tsx";

/** Opens the payment processor's page, on which a person enters the card. It returns to the saved cards. */
export function useAddCard() {
  const client = useTRPCClient();
  const { panelUrl } = useAddresses();
  const open = () => client.payments.methods.create.mutate({ returnUrl: panelUrl + cardReturnPath });
  return useSubmit({
    mutationFn: async () => {
      const { url } = await open();
      // The URL is only returned once. If the response with it was lost, another page is opened.
      return url ?? (await open()).url;
    },
    isRepeatable: true,
    onSuccess: (url) => (url === undefined ? undefined : leavePage(url)),
  });
}
