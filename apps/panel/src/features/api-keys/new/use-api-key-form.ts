"use client";
import { type ApiKeyScope, apiKeyInput, maySpend } from "@zonepost/schema";
import { readIpRanges } from "@/features/api-keys/ip-ranges.ts";
import { scopesWithin } from "@/features/api-keys/scopes.ts";
import { useNow } from "@/ui/clock.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { centsOf } from "@/ui/values/cents-of.ts";
import { type ExpiryChoice, expiryOf } from "./expiry.ts";

type Values = {
  name: string;
  scopes: ApiKeyScope[];
  domains: "all" | "some";
  domainNames: string[];
  expiry: ExpiryChoice;
  /** The chosen expiry day, named after the API's field. */
  expiresAt: string;
  ipRanges: string;
  /** The typed amount, named after the API's field. */
  monthlyLimitCents: string;
};

const initial: Values = {
  name: "",
  scopes: [],
  domains: "all",
  domainNames: [],
  expiry: "90",
  expiresAt: "",
  ipRanges: "",
  monthlyLimitCents: "",
};

/** The schema rejects anything but an amount. */
const readLimit = (text: string, currency: string): number | null =>
  text.trim() === "" ? null : (centsOf(text, currency) ?? Number.NaN);

export function useApiKeyForm(currency: string) {
  const now = useNow();
  return useForm({
    initial,
    schema: apiKeyInput,
    toInput: ({
      name,
      scopes,
      domains: which,
      domainNames,
      expiry,
      expiresAt,
      ipRanges,
      monthlyLimitCents,
    }) => ({
      name,
      scopes: scopesWithin(scopes, which === "some"),
      domainNames: which === "some" ? domainNames : null,
      // The schema rejects an invalid date and attaches the message to its field.
      expiresAt: expiryOf(expiry, expiresAt, now) ?? (expiry === "never" ? null : ""),
      ipRanges: readIpRanges(ipRanges),
      monthlyLimitCents: maySpend(scopes) ? readLimit(monthlyLimitCents, currency) : null,
    }),
  });
}

export type ApiKeyForm = ReturnType<typeof useApiKeyForm>;
