import type { SignInProvider } from "@zonepost/schema";
import type { SignedIn } from "@/features/sign-in/page-after-sign-in.ts";
import { useCall } from "@/lib/use-call.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";

/** The requests of the sign-in methods. Each leads to `next`. */
export function useSignIn(next: string) {
  const { apiUrl, panelUrl } = useAddresses();
  const withPassword = useCall({
    call: (body: { email: string; password: string }) =>
      callRest<SignedIn>(`${apiUrl}/auth/sign-in/email`, { method: "POST", body }),
    onSuccess: (answer) =>
      window.location.assign(
        answer.twoFactorRedirect ? `/auth/2fa-verify?next=${encodeURIComponent(next)}` : next,
      ),
  });
  const withLink = useCall({
    call: (email: string) =>
      callRest(`${apiUrl}/auth/magic-link/send`, {
        method: "POST",
        body: { email, callbackURL: panelUrl + next },
      }),
  });
  const withProvider = useCall({
    call: (provider: SignInProvider) =>
      callRest<SignedIn>(`${apiUrl}/auth/sign-in/social`, {
        method: "POST",
        body: { provider, callbackURL: panelUrl + next },
      }),
    // Back from the provider's page, the browser may show this page as it was.
    isRepeatable: true,
    onSuccess: (answer) => {
      if (answer.url) {
        window.location.assign(answer.url);
      }
    },
  });
  return { withPassword, withLink, withProvider };
}
