import type { AutomaticMethods } from "../objects/setup-intent.ts";
import { invalidRequest } from "../stripe-error.ts";

type Chosen = { enabled: boolean; allow_redirects?: "always" | "never" | undefined };

/** The default since API version 2023-08-16, unless the caller lists the types. */
export function automaticMethodsOf(
  chosen: Chosen | undefined,
  types: readonly string[] | undefined,
): AutomaticMethods | null {
  if (types !== undefined || chosen?.enabled === false) {
    return null;
  }
  return { allow_redirects: chosen?.allow_redirects ?? "always", enabled: true };
}

/** Some of the automatic methods redirect the customer, so a confirmation needs a return address. */
export function requireReturnUrl(
  name: "PaymentIntent" | "SetupIntent",
  methods: AutomaticMethods | null,
  returnUrl: string | null,
): void {
  if (methods?.allow_redirects === "always" && returnUrl === null) {
    throw invalidRequest(
      `This ${name} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
    );
  }
}
