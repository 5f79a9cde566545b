export type NextAction =
  | { type: "redirect_to_url"; redirect_to_url: { return_url: string; url: string } }
  | { type: "use_stripe_sdk"; use_stripe_sdk: { type: "three_d_secure_redirect"; stripe_js: string } };

/** Sends the customer to the bank's page. Without a return address, Stripe expects the caller's own script to do it. */
export function authenticationAction(
  intent: { id: string; client_secret: string },
  returnUrl: string | null,
): NextAction {
  const url = `/pages/authenticate/${intent.id}?client_secret=${intent.client_secret}`;
  return returnUrl === null
    ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } }
    : { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
}

export function returnUrlOf(action: NextAction | null): string | null {
  return action?.type === "redirect_to_url" ? action.redirect_to_url.return_url : null;
}
