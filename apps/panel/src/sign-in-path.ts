/**
 * The destination after a 401: the second factor if only that is missing, otherwise the sign-in page. Both return to
 * `path`.
 */
export function signInPath(code: string | undefined, path: string): string {
  const page = code === "second_factor_required" ? "/auth/2fa-verify" : "/sign-in";
  return path === "/" ? page : `${page}?next=${encodeURIComponent(path)}`;
}

/** Pages for visitors without a session. None of them redirects. */
export const isOutside = (pathname: string) => /^\/(sign-in|auth|invitations|sandbox)(\/|$)/.test(pathname);
