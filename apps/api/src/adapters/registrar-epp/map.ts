import {
  type DomainInfo,
  EppConnectionError,
  EppOutcomeUnknownError,
  EppProtocolError,
  EppResultError,
  type FeeQuote,
  toMinorUnits,
} from "@zonepost/epp";
import {
  RegistrarError,
  type RegistrarErrorReason,
  type RegistryDomain,
} from "../../modules/domains/ports.ts";

/** A domain as the registry tells it, in our words. */
export function registryDomainOf(info: DomainInfo): RegistryDomain {
  if (!info.createdAt || !info.expiresAt)
    throw new RegistrarError("unavailable", `the registry told ${info.name} without its dates`);
  return {
    name: info.name.toLowerCase(),
    registeredAt: info.createdAt,
    registryExpiresAt: info.expiresAt,
    nameservers: info.nameservers.map((server) => server.name.toLowerCase()).sort(),
    dsRecords: (info.secDns?.dsData ?? []).map(({ keyTag, algorithm, digestType, digest }) => ({
      keyTag,
      algorithm,
      digestType,
      digest: digest.toUpperCase(),
    })),
    statuses: [...info.statuses].sort(),
  };
}

/** The price of the first year, and whether it is one of the dear names (RFC 8748 section 3.7). */
export function firstYearPriceOf(quote: FeeQuote | undefined): {
  premium: boolean;
  yearPriceCents: number;
  currency: string;
} {
  const item = quote?.items[0];
  const create = item?.commands.find((command) => command.name === "create");
  return {
    premium: item?.class !== undefined && item.class !== "standard",
    yearPriceCents: (create?.fees ?? []).reduce((sum, fee) => sum + toMinorUnits(fee.amount), 0),
    currency: quote?.currency ?? "EUR",
  };
}

const reasonOfCode: Record<number, RegistrarErrorReason> = {
  2302: "exists",
  2303: "missing",
  2304: "prohibited",
  2400: "failed",
  2500: "unavailable",
  2501: "unavailable",
  2502: "unavailable",
};

/** What an EPP failure means to the domains. */
export function registrarErrorOf(error: unknown): RegistrarError {
  if (error instanceof RegistrarError) return error;
  if (error instanceof EppOutcomeUnknownError)
    return new RegistrarError("outcome_unknown", "no answer came to a change", { cause: error });
  if (error instanceof EppResultError) {
    const words = [error.message, ...error.reasons].join("; ");
    return new RegistrarError(reasonOfCode[error.code] ?? "refused", `${error.code} ${words}`, {
      cause: error,
    });
  }
  const message =
    error instanceof EppConnectionError || error instanceof EppProtocolError
      ? error.message
      : "the call failed";
  return new RegistrarError("unavailable", message, { cause: error });
}
