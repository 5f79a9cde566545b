import { createEppRegistrar } from "../adapters/registrar-epp/index.ts";
import type { RegistrarSettings } from "../env.ts";
import type { Logger } from "../kernel/log.ts";
import { guardPort } from "../kernel/quarantine/guard-port.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import type { createBalanceKeeper, Registrar, Registrars, RulesOfTlds } from "../modules/domains/index.ts";
import { readConfigFile } from "./read-config-file.ts";

type SharedByRegistrars = {
  tldRules: RulesOfTlds;
  log: Logger;
  keepBalance: ReturnType<typeof createBalanceKeeper>;
  quarantine: Pick<QuarantineGuard, "requireOpen">;
};

/** EPP's info, check and hello: what a quarantine doesn't refuse. A poll would take the messages of the original. */
const readsOfRegistrar = [
  "checkAvailability",
  "costOfRegistration",
  "costOfRenewal",
  "readDomain",
  "readContact",
  "readForeignDomain",
  "readBalanceCents",
  "ping",
  "close",
] as const satisfies readonly (keyof Registrar)[];

export function connectRegistrars(
  settings: readonly RegistrarSettings[],
  shared: SharedByRegistrars,
): Registrars {
  const connected = settings.map((each) => ({
    tlds: each.tlds,
    registrar: connectRegistrar(each, shared),
  }));
  const byTld = new Map(connected.flatMap(({ tlds, registrar }) => tlds.map((tld) => [tld, registrar])));
  const byCode = new Map(connected.map(({ registrar }) => [registrar.code, registrar]));
  return {
    offeredTlds: [...byTld.keys()],
    forTld: (tld) => byTld.get(tld),
    byCode: (code) => byCode.get(code),
    rulesOf: shared.tldRules.of,
    all: () => [...byCode.values()],
  };
}

/** What a login needs. */
export function eppAccountOf(settings: RegistrarSettings) {
  const { code, host, port, clientId, password, caFile, certFile, keyFile } = settings;
  const fileOf = (field: string, file: string | undefined) => {
    const variable = code === "primary" ? "EPP_CA_FILE" : `REGISTRARS: ${field} of ${code}`;
    return file && readConfigFile(variable, file, (text) => text);
  };
  const tls = {
    ca: fileOf("caFile", caFile),
    cert: fileOf("certFile", certFile),
    key: fileOf("keyFile", keyFile),
  };
  return { host, port, clientId, password, tls };
}

function connectRegistrar(
  settings: RegistrarSettings,
  { tldRules, log, keepBalance, quarantine }: SharedByRegistrars,
): Registrar {
  const { code, currency, maxSessions, requestTimeoutMs } = settings;
  const registrar = createEppRegistrar({
    code,
    currency,
    rulesOf: tldRules.of,
    onBalance: (balance) => keepBalance(code, balance),
    ...eppAccountOf(settings),
    maxSessions,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
    log: (entry) => {
      if (entry.event === "connect_failed") {
        log.warn({ epp: entry, registrar: code, err: entry.error }, "couldn't connect to the registry");
      } else {
        log.debug({ epp: entry, registrar: code }, "epp");
      }
    },
  });
  return guardPort(registrar, quarantine, readsOfRegistrar);
}
