import {
  type DomainInfo,
  type DomainTransferResult,
  EppCodecError,
  EppConnectionError,
  EppOutcomeUnknownError,
  EppProtocolError,
  EppResultError,
  type FeeQuoteItem,
  type KeyData,
  toMinorUnits,
} from "@zonepost/epp";
import { computeDsRecord, type DsRecord } from "@zonepost/schema";
import {
  type ForeignDomain,
  type RegistrarAvailability,
  RegistrarError,
  type RegistrarErrorReason,
  type RegistryContacts,
  type RegistryDomain,
  type RegistryTransfer,
} from "../../modules/domains/ports.ts";

/** Of a registry that stores keys, the DS records that it computes from them. */
export async function dsRecordsOf({ name, secDns }: DomainInfo): Promise<DsRecord[]> {
  const computed = await Promise.all((secDns?.keyData ?? []).map((key) => dsRecordOfKey(name, key)));
  const given = (secDns?.dsData ?? []).map(({ keyTag, algorithm, digestType, digest }) => ({
    keyTag,
    algorithm,
    digestType,
    digest: digest.toUpperCase(),
  }));
  return [...given, ...computed];
}

export const dsRecordOfKey = (domainName: string, dnskey: KeyData): Promise<DsRecord> =>
  computeDsRecord({ domainName, dnskey, digestType: 2 });

const nameserversOf = (info: DomainInfo) =>
  info.nameservers.map((server) => server.name.toLowerCase()).sort();

const contactsOf = (info: DomainInfo): RegistryContacts => ({
  registrant: info.registrant ?? null,
  admin: info.contacts.find((contact) => contact.type === "admin")?.id ?? null,
  tech: info.contacts.find((contact) => contact.type === "tech")?.id ?? null,
});

export function registryDomainOf(
  info: DomainInfo,
  glue: RegistryDomain["glue"],
  dsRecords: DsRecord[],
): RegistryDomain {
  if (!info.createdAt || !info.expiresAt) {
    throw new RegistrarError("failed", `the registry told ${info.name} without its dates`);
  }
  return {
    name: info.name.toLowerCase(),
    registeredAt: info.createdAt,
    registryExpiresAt: info.expiresAt,
    nameservers: nameserversOf(info),
    glue,
    dsRecords,
    contacts: contactsOf(info),
    statuses: [...info.statuses].sort(),
    graceStatuses: [...(info.rgpStatuses ?? [])].sort(),
  };
}

export function foreignDomainOf(info: DomainInfo, dsRecords: DsRecord[]): ForeignDomain {
  return {
    statuses: [...info.statuses].sort(),
    registeredAt: info.createdAt ?? null,
    lastTransferredAt: info.transferredAt ?? null,
    registryExpiresAt: info.expiresAt ?? null,
    nameservers: nameserversOf(info),
    dsRecords,
  };
}

const transferStates = {
  pending: "pending",
  clientApproved: "approved",
  serverApproved: "approved",
  clientRejected: "rejected",
  clientCancelled: "cancelled",
  serverCancelled: "cancelled",
} as const;

export function transferOf(transfer: DomainTransferResult, clientId: string): RegistryTransfer {
  return {
    state: transferStates[transfer.status],
    direction: transfer.requestedBy === clientId ? "in" : "out",
    requestedAt: transfer.requestedAt,
    actsAt: transfer.actedAt,
    registryExpiresAt: transfer.expiresAt ?? null,
  };
}

/** Includes whether it is a premium name (RFC 8748 section 3.7). */
export function feesOf(item: FeeQuoteItem | undefined) {
  const sumOf = (name: FeeQuoteItem["commands"][number]["name"]) => {
    const fees = item?.commands.find((command) => command.name === name)?.fees ?? [];
    return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + toMinorUnits(fee.amount), 0);
  };
  return {
    premium: item?.class !== undefined && item.class !== "standard",
    costs: {
      registerYearCents: sumOf("create"),
      renewYearCents: sumOf("renew"),
      transferCents: sumOf("transfer"),
      restoreCents: sumOf("restore"),
    },
  };
}

/** Registries give reasons as free text of at most 32 characters. */
export function reasonOf(words: string | undefined): NonNullable<RegistrarAvailability["reason"]> {
  if (/reserv|block|restrict/i.test(words ?? "")) {
    return "reserved";
  }
  if (/invalid|not a valid|label|syntax|too short/i.test(words ?? "")) {
    return "invalid_label";
  }
  return "taken";
}

const reasonOfCode: Record<number, RegistrarErrorReason> = {
  2105: "too_many_years",
  2106: "prohibited",
  2202: "wrong_auth_code",
  2300: "prohibited",
  2302: "exists",
  2303: "missing",
  2304: "prohibited",
  2305: "in_use",
  2400: "failed",
  2500: "unavailable",
  2501: "unavailable",
  2502: "unavailable",
};

/** Registries repeat the message as its reason, or as a part of it. What another text contains isn't kept. */
function distinctTexts(texts: readonly string[]): string[] {
  const bare = texts.map((text) => text.trim().replace(/\.$/, "").toLowerCase());
  return texts.filter(
    (_, index) =>
      bare[index] !== "" &&
      !bare.some((other, at) => {
        const own = bare[index] ?? "";
        return at !== index && other.includes(own) && (other !== own || at < index);
      }),
  );
}

export function registrarErrorOf(error: unknown): RegistrarError {
  if (error instanceof RegistrarError) {
    return error;
  }
  if (error instanceof EppOutcomeUnknownError) {
    return new RegistrarError("outcome_unknown", "no answer came to a change", { cause: error });
  }
  if (error instanceof EppResultError) {
    const words = distinctTexts([error.message, ...error.reasons]).join("; ");
    return new RegistrarError(reasonOfCode[error.code] ?? "refused", `${error.code} ${words}`, {
      cause: error,
    });
  }
  // Thrown before anything was sent, so a retry won't help.
  if (error instanceof EppCodecError) {
    return new RegistrarError("refused", `cannot be sent: ${error.message}`, { cause: error });
  }
  const message =
    error instanceof EppConnectionError || error instanceof EppProtocolError
      ? error.message
      : "the call failed";
  return new RegistrarError("unavailable", message, { cause: error });
}
