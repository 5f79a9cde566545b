import type { SignInResult } from "@zonepost/schema";
import type { PersonEvent } from "../model/record-person-event.ts";
import { publicUser } from "../sessions/public-user.ts";

/** A person with a second factor can use a new session only to enter the code, unless this browser is trusted. */
export function signInOutcome(
  user: Parameters<typeof publicUser>[0],
  { by, isTrusted }: { by: string | null; isTrusted: boolean },
): { event: PersonEvent; result: SignInResult } {
  const isSecondFactorDue = user.twoFactorEnabled && !isTrusted;
  return {
    event: {
      user,
      action: isSecondFactorDue ? "session.second_factor_asked" : "session.signed_in",
      details: { by, trustedDevice: isTrusted || undefined },
    },
    result: isSecondFactorDue
      ? { redirect: false, twoFactorRedirect: true }
      : { redirect: false, user: publicUser(user) },
  };
}
