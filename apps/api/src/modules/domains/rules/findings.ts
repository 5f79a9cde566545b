import type { DomainOperationPreview, Warning } from "@zonepost/schema";
import { AppError, type FieldError, invalid } from "../../../kernel/errors.ts";
import type { Price } from "../../payments/index.ts";
import { priceChanged } from "../errors.ts";
import { formatMoney, priceMembers } from "./price.ts";

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

/** Field errors before refusals, so that callers fix their input first. */
export const errorsOf = ({ fields, refusals, unconfirmedPrice }: Findings): AppError[] => [
  ...(fields.length > 0 ? [invalid(fields, undefined, unconfirmedPrice)] : []),
  ...refusals,
];

export function throwIfRefused(findings: Findings): void {
  const [first] = errorsOf(findings);
  if (first) {
    throw first;
  }
}

/** A price preview can't have confirmed the price yet, so a premium name without one is not a problem. */
export type PreviewOptions = { isPriceRequest?: boolean };

type Previewed = Pick<
  DomainOperationPreview,
  "kind" | "domainName" | "years" | "priceCents" | "currency" | "expiresAt"
>;

export const previewOf = (findings: Findings, previewed: Previewed): DomainOperationPreview =>
  previewOfErrors(errorsOf(findings), findings.warnings, previewed);

/** For an operation with its own order of errors. */
export function previewOfErrors(
  errors: readonly AppError[],
  warnings: Warning[],
  previewed: Previewed,
): DomainOperationPreview {
  const problems = errors.flatMap(problemsOf);
  return { dryRun: true, wouldSucceed: problems.length === 0, ...previewed, problems, warnings };
}

const problemsOf = ({ code, publicMessage, fields }: AppError): DomainOperationPreview["problems"] =>
  fields?.map(({ pointer, message }) => ({ code, message, pointer })) ?? [
    { code, message: publicMessage, pointer: null },
  ];

/** Refuses a price that differs from the caller's; premium names need an explicit price. */
export function checkPrice(
  findings: Findings,
  price: Price & { premium: boolean },
  expectedPriceCents: number | undefined,
  what: "it" | "its transfer" = "it",
): void {
  if (expectedPriceCents !== undefined && expectedPriceCents !== price.priceCents) {
    findings.refusals.push(priceChanged(price));
  }
  if (expectedPriceCents === undefined && price.premium) {
    findings.unconfirmedPrice = priceMembers(price);
    findings.fields.push({
      pointer: "/expectedPriceCents",
      message: `Confirm the price of this premium name: ${what} costs ${formatMoney(price)}.`,
    });
  }
}

const isAppError = (error: unknown): error is AppError => error instanceof AppError;

export function collect(findings: Findings, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    addRefusal(findings, error);
  }
}
