"use client";
import { createContext, useContext } from "react";
import { isOutside, signInPath } from "@/sign-in-path.ts";

/** Signs in over the page. Gets the error's code; resolves once the session is back. */
export type SignInOverPage = (code: string | undefined) => Promise<void>;

/** Redirects to the page that restores the session, by the error's code, and back here afterwards. */
function redirectToSignIn(code: string | undefined) {
  const { pathname, search } = window.location;
  if (!isOutside(pathname)) {
    window.location.assign(signInPath(code, pathname + search));
  }
}

/** Redirects to the sign-in page, and back here afterwards. */
export const goToSignIn = () => redirectToSignIn(undefined);

/** Restores a lost session: over the page if it can, otherwise on the sign-in page. */
export function createSessionRecovery(apiUrl: string) {
  let signInOverPage: SignInOverPage | undefined;
  let current: Promise<boolean> | undefined;
  // A call sent while the session's token changes is also refused.
  const isThere = () =>
    fetch(`${apiUrl}/auth/get-session`, { credentials: "include", cache: "no-store" })
      .then((response) => response.status !== 401)
      .catch(() => false);
  const restore = async (code: string | undefined) => {
    if (await isThere()) {
      return true;
    }
    if (signInOverPage) {
      await signInOverPage(code);
      return true;
    }
    redirectToSignIn(code);
    return false;
  };
  return {
    /** Resolves to whether the session is there, so that a call can be repeated. */
    recover: (code: string | undefined): Promise<boolean> => {
      if (current === undefined) {
        const own = restore(code).finally(() => {
          if (current === own) {
            current = undefined;
          }
        });
        current = own;
      }
      return current;
    },
    /** @returns stops it */
    signInWith: (signIn: SignInOverPage) => {
      signInOverPage = signIn;
      return () => {
        signInOverPage = undefined;
        // Without its dialog, it could never end.
        current = undefined;
      };
    },
  };
}

export type SessionRecovery = ReturnType<typeof createSessionRecovery>;

export const SessionRecoveryContext = createContext<SessionRecovery | undefined>(undefined);

export function useSessionRecovery(): SessionRecovery {
  const recovery = useContext(SessionRecoveryContext);
  if (!recovery) {
    throw new Error("useSessionRecovery needs an ApiProvider above it");
  }
  return recovery;
}
