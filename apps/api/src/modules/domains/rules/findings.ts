import type { DomainOperationPreview, Warning } from "@zonepost/schema";
import { AppError, type FieldError, invalid } from "../../../kernel/errors.ts";
import { formatMoney, type Price, priceMembers } from "./price.ts";

/** Collects all reasons against an operation: invalid fields, and conflicts with the current state. */
export type Findings = {
  fields: FieldError[];
  refusals: AppError[];
  warnings: Warning[];
  unconfirmedPrice?: Price;
};

/** For TLDs whose registry doesn't offer WHOIS privacy. */
export const noWhoisPrivacy = (tld: string): Warning => ({
  code: "no_whois_privacy",
  message: `The .${tld} registry does not offer WHOIS privacy. It decides itself which details are public.`,
});

export const emptyFindings = (): Findings => ({ fields: [], refusals: [], warnings: [] });

function addRefusal(findings: Findings, error: AppError): void {
  if (error.kind === "invalid") {
    findings.fields.push(...(error.fields ?? []));
  } else if (error.kind === "conflict") {
    findings.refusals.push(error);
  } else {
    throw error;
  }
}

/** Throws field errors before refusals, so that callers fix their input first. */
export function throwIfRefused({ fields, refusals, unconfirmedPrice }: Findings): void {
  if (fields.length > 0) {
    throw invalid(fields, undefined, unconfirmedPrice);
  }
  if (refusals[0]) {
    throw refusals[0];
  }
}

/** A price preview can't have confirmed the price yet, so a premium name without one is not a problem. */
export type PreviewOptions = { asksForPrice?: boolean };

type Previewed = Pick<
  DomainOperationPreview,
  "kind" | "domainName" | "years" | "priceCents" | "currency" | "expiresAt"
>;

export function previewOf(findings: Findings, previewed: Previewed): DomainOperationPreview {
  const problems = [
    ...findings.fields.map(({ pointer, message }) => ({ code: "invalid_input", message, pointer })),
    ...findings.refusals.map(({ code, publicMessage }) => ({ code, message: publicMessage, pointer: null })),
  ];
  return {
    dryRun: true,
    wouldSucceed: problems.length === 0,
    ...previewed,
    problems,
    warnings: findings.warnings,
  };
}

/** Refuses a price that differs from the caller's; premium names need an explicit price. */
export function judgePrice(
  findings: Findings,
  price: Price & { premium: boolean },
  expectedPriceCents: number | undefined,
  priceChanged: (price: Price) => AppError,
): void {
  if (expectedPriceCents !== undefined && expectedPriceCents !== price.priceCents) {
    findings.refusals.push(priceChanged(price));
  }
  if (expectedPriceCents === undefined && price.premium) {
    findings.unconfirmedPrice = priceMembers(price);
    findings.fields.push(priceUnconfirmed(price, "it"));
  }
}

/** @param what the subject of "costs", such as "it" or "its transfer" */
export const priceUnconfirmed = (price: Price, what: string): FieldError => ({
  pointer: "/expectedPriceCents",
  message: `Confirm the price of this premium name: ${what} costs ${formatMoney(price)}.`,
});

const isAppError = (error: unknown): error is AppError => error instanceof AppError;

export function collect(findings: Findings, judge: () => void): void {
  try {
    judge();
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    addRefusal(findings, error);
  }
}
