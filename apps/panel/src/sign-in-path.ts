/**
 * Where a person goes whom the API does not let in (401): to the second factor where only that is missing, else to the
 * sign-in page; from there back to `path`.
 */
export function signInPath(code: string | undefined, path: string): string {
  const page = code === "second_factor_required" ? "/auth/2fa-verify" : "/sign-in";
  return path === "/" ? page : `${page}?next=${encodeURIComponent(path)}`;
}

/** Pages for people who are not signed in. None of them redirects. */
export const isOutside = (pathname: string) => /^\/(sign-in|auth|invitations|sandbox)(\/|$)/.test(pathname);
