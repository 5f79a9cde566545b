"use client";
import { type ApiKeyScope, apiKeyInput } from "@zonepost/schema";
import { readIpRanges } from "@/features/api-keys/ip-ranges.ts";
import { scopesWithin } from "@/features/api-keys/scopes.ts";
import { useNow } from "@/ui/clock.tsx";
import { useForm } from "@/ui/form/use-form.ts";
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
};

const initial: Values = {
  name: "",
  scopes: [],
  domains: "all",
  domainNames: [],
  expiry: "90",
  expiresAt: "",
  ipRanges: "",
};

export function useApiKeyForm() {
  const now = useNow();
  return useForm({
    initial,
    schema: apiKeyInput,
    toInput: ({ name, scopes, domains: which, domainNames, expiry, expiresAt, ipRanges }) => ({
      name,
      scopes: scopesWithin(scopes, which === "some"),
      domainNames: which === "some" ? domainNames : null,
      // The schema rejects an invalid date and attaches the message to its field.
      expiresAt: expiryOf(expiry, expiresAt, now) ?? (expiry === "never" ? null : ""),
      ipRanges: readIpRanges(ipRanges),
    }),
  });
}

export type ApiKeyForm = ReturnType<typeof useApiKeyForm>;
