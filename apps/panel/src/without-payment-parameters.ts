/** What Stripe adds to the address to which a bank's page returns. The client secrets are as good as the payment's key. */
const added = [
  "payment_intent",
  "payment_intent_client_secret",
  "setup_intent",
  "setup_intent_client_secret",
  "redirect_status",
  "source_type",
];

/** The same page of the panel without them; undefined if there are none. */
export function withoutPaymentParameters(asked: URL, panelUrl: string): URL | undefined {
  const { pathname, searchParams } = asked;
  if (!added.some((name) => searchParams.has(name))) {
    return undefined;
  }
  const target = new URL(panelUrl);
  target.pathname = pathname;
  for (const [name, value] of searchParams) {
    if (!added.includes(name)) {
      target.searchParams.append(name, value);
    }
  }
  return target;
}
